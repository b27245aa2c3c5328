/** What is put into the gap of a text. */
export type Value = string | number | boolean | null | undefined;
