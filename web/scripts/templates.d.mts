/** Every template of a source that a person can read: its line, and the text with gaps as {…}. */
export function templates(name: string, code: string): { line: number; text: string }[];
