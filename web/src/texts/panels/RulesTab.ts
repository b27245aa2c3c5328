/** The texts of panels/RulesTab.tsx. */
import type { Value } from "../value";

export const searchTheRules = "Search the rules";
export const loadingTheRules = "Loading the rules…";
export const inText = (count: Value, count2: Value, title: Value): string => `${count} ${count2} in ${title}`;
export const nothingInTheRulesOf = (title: Value, query: Value): string =>
  `Nothing in the rules of ${title} matches “${query}”. Try a single word, such as “retreat” or “supply”.`;
export const thisGameHasNoRule = "This game has no rule";
export const allRules = "All rules";
export const whyWeReadItThis = "Why we read it this way.";
export const hereAndNow = "Here and now.";
export const relatedRules = "Related rules";
export const applied = "Applied";
export const times = (count: Value): string => `${count} times`;
export const inTheLog = "in the log.";
export const showWhere = "Show where";
