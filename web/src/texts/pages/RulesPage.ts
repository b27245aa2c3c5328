/** The texts of pages/RulesPage.tsx. */
import type { Value } from "../value";

export const rules = (title: Value): string => `${title} · Rules`;
export const rules2 = "Rules";
export const searchTheRules = "Search the rules";
export const nothingInTheseRulesMatches = "Nothing in these rules matches “";
export const tryASingleWordSuch = "”. Try a single word, such as “retreat” or “supply”.";
export const whyWeReadItThis = "Why we read it this way.";
