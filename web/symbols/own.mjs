// Shapes that milsymbol does not have: silhouettes in its box (25 50 150 100) and badges on a grid of 24.
const fill = (d) => ({ d, paint: "fill" });
const stroke = (d) => ({ d, paint: "stroke" });

function brokenRing(radius, gap) {
  const point = (degrees) => {
    const a = (degrees * Math.PI) / 180;
    return `${(12 + radius * Math.cos(a)).toFixed(2)} ${(12 + radius * Math.sin(a)).toFixed(2)}`;
  };
  return [45, 135, 225, 315]
    .map((a) => `M${point(a + gap / 2)} A${radius} ${radius} 0 0 1 ${point(a + 90 - gap / 2)}`)
    .join(" ");
}

const wheel = (x, y, r) => `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

export const silhouettes = {
  headquarters: [fill("M25 50 H175 V73 H25 Z"), stroke("M25 146 V184"), { text: "HQ", x: 100, y: 126, size: 46, paint: "fill" }],
  leader: [
    fill("M68 82 C70 62 130 62 132 82 L127 89 H73 Z"),
    fill("M71 91 C90 97 110 97 129 91 L125 98 C108 103 92 103 75 98 Z"),
    fill("M81 101 C92 105 108 105 119 101 V106 C119 117 110 124 100 124 C90 124 81 117 81 106 Z"),
    fill("M50 150 C51 133 68 129 85 124 C91 132 109 132 115 124 C132 129 149 133 150 150 Z"),
  ],
  fighter: [
    fill(
      "M100 56 C104 56 106 65 106.5 78 L150 91 C155 93 155 103 150 104 L107 104 L104.5 126 L122 136 V144 " +
        "L100 140 L78 144 V136 L95.5 126 L93 104 L50 104 C45 103 45 93 50 91 L93.5 78 C94 65 96 56 100 56 Z",
    ),
  ],
  bomber: [
    fill(
      "M100 54 C105 54 107 64 107 78 L116 80 V69 C116 64 125 64 125 69 V82 L166 92 C171 94 171 103 166 104 " +
        "L107.5 106 L105 130 L128 138 V146 L100 143 L72 146 V138 L95 130 L92.5 106 L34 104 C29 103 29 94 34 92 " +
        "L75 82 V69 C75 64 84 64 84 69 V80 L93 78 C93 64 95 54 100 54 Z",
    ),
  ],
  soldier: [
    fill("M82 72 C82 54 114 54 115 70 L119 75 H80 Z"),
    fill("M86 77 H112 C112 90 106 94 99 94 C92 94 86 90 86 77 Z"),
    fill("M74 150 V116 C74 103 82 98 91 97 H107 C116 98 124 103 124 116 V150 Z"),
    fill("M131 64 L136 64 L140 150 H129 L130 100 Z"),
  ],
  tank: [
    fill("M90 70 H122 C128 70 132 80 134 91 H80 C81 82 84 70 90 70 Z"),
    fill("M44 76 H84 V83 H44 Z M38 73 H47 V86 H38 Z"),
    fill("M50 94 H150 L160 108 H40 Z"),
    fill(`M48 111 H152 C168 111 164 136 146 136 H54 C36 136 32 111 48 111 Z ${wheel(60, 123.5, 6)} ${wheel(87, 123.5, 6)} ${wheel(114, 123.5, 6)} ${wheel(140, 123.5, 6)}`),
  ],
  gun: [
    fill("M34 77 L38 68 L112 94 L108 104 Z"),
    fill("M88 68 L97 66 L106 110 L97 112 Z"),
    fill(`${wheel(102, 119, 22)} ${wheel(102, 119, 14)} ${wheel(102, 119, 4)}`),
    fill("M112 104 L166 134 L163 142 L106 116 Z"),
  ],
  truck: [
    fill("M38 70 H112 V122 H38 Z"),
    fill("M116 82 H140 L158 102 V122 H116 Z M122 88 V101 H148 L137 88 Z"),
    fill(`${wheel(62, 126, 14)} ${wheel(62, 126, 5)}`),
    fill(`${wheel(136, 126, 14)} ${wheel(136, 126, 5)}`),
  ],
  supply: [
    fill("M68 80 H118 L132 94 V144 H68 Z"),
    fill("M74 58 H116 V77 H108 V66 H82 V77 H74 Z"),
    { d: "M84 96 L116 130 M116 96 L84 130", paint: "hole" },
  ],
};

export const badges = {
  unsupplied: [stroke("M6.5 9 H14.5 L17.5 12 V20 H6.5 Z M8 9 V5 H13.5 V9 M9.5 12.5 L14.5 17.5 M14.5 12.5 L9.5 17.5")],
  isolated: [stroke(brokenRing(7, 34)), fill(wheel(12, 12, 2.4))],
  road: [stroke("M6 6.5 L11.5 12 L6 17.5 M12.5 6.5 L18 12 L12.5 17.5")],
  interdicted: [stroke("M4 7 C7 10.5 17 10.5 20 7 M4 17 C7 13.5 17 13.5 20 17 M6.5 20 L17.5 4")],
  shocked: [fill("M13.8 2.5 L6 13.5 H11 L9.4 21.5 L18.2 10 H12.6 Z")],
  reserve: [stroke("M12 3.5 L19 6 V12 C19 16.5 16 19.3 12 20.8 C8 19.3 5 16.5 5 12 V6 Z M10 15.8 V8 H12.4 C15.2 8 15.2 12 12.4 12 H10 M12.2 12 L14.6 15.8")],
  position: [stroke("M3.5 18 H20.5 M5 15 C7.5 6 16.5 6 19 15 M9 15 C10.2 11.5 13.8 11.5 15 15")],
  fortified: [stroke("M5 19.5 V9 L8.7 5.5 L12 8.6 L15.3 5.5 L19 9 V19.5 H14.3 V14 H9.7 V19.5 Z")],
  fight: [stroke("M5 4.5 L18 17.5 M19 4.5 L6 17.5 M4 15.5 L8.5 20 M20 15.5 L15.5 20")],
  air: [fill("M12 2.5 C13 2.5 13.4 4.5 13.5 8.5 L21.5 13 V15 L13.5 13 L13 18 L15.6 20 V21.4 L12 20.4 L8.4 21.4 V20 L11 18 L10.5 13 L2.5 15 V13 L10.5 8.5 C10.6 4.5 11 2.5 12 2.5 Z")],
  fuel: [stroke("M5.5 20 V5 H13.5 V20 M4 20 H15 M8 8 H11 V11 H8 Z M13.5 12 H16 V17 C16 19.5 19.5 19.5 19.5 17 V9.5 L17 7")],
  act: [stroke("M5 12 H18.5 M13 6.5 L18.5 12 L13 17.5")],
};
