/** The typefaces of the page, latin letters only. */
import "@fontsource/barlow/latin-400.css";
import "@fontsource/barlow/latin-500.css";
import "@fontsource/barlow/latin-600.css";
import "@fontsource/barlow/latin-700.css";
import "@fontsource/barlow-condensed/latin-500.css";
import "@fontsource/barlow-condensed/latin-600.css";
import "@fontsource/barlow-condensed/latin-700.css";
import "@fontsource/barlow-semi-condensed/latin-500.css";
import "@fontsource/barlow-semi-condensed/latin-600.css";
import "@fontsource/alegreya/latin-400.css";
import "@fontsource/alegreya/latin-500.css";
import "@fontsource/alegreya/latin-700.css";
import "@fontsource/alegreya-sc/latin-500.css";
import "@fontsource/alegreya-sc/latin-700.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-700.css";

/** Ask for the letters that counters are painted with, so that the first frame has them. */
export function hurry(): Promise<unknown> {
  const wanted = ["600 14px 'Barlow Condensed'", "700 26px 'Barlow Condensed'", "700 14px 'Alegreya Sans'"];
  return Promise.all(wanted.map((font) => document.fonts.load(font)));
}
