/** Whether dice are fair: Pearson's chi-squared and how surprising it is. */

export function chiSquare(faces: number[]): number {
  const total = faces.reduce((sum, n) => sum + n, 0);
  const expected = total / faces.length;
  return expected ? faces.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0) : 0;
}

/** The chance that fair dice stray at least so far: the upper tail of the chi-squared distribution. */
export function surprise(chi: number, freedom: number): number {
  if (chi <= 0) return 1;
  const a = freedom / 2;
  const x = chi / 2;
  let term = Math.exp(-x + a * Math.log(x) - logGamma(a + 1));
  let lower = term;
  for (let n = 1; n < x + 500 && (n < x || term > 1e-12); n++) {
    term *= x / (a + n);
    lower += term;
  }
  return Math.min(1, Math.max(0, 1 - lower));
}

/** The logarithm of the gamma function, by Stirling's series after a shift. */
function logGamma(z: number): number {
  let shift = 0;
  let at = z;
  while (at < 8) {
    shift += Math.log(at);
    at += 1;
  }
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
