const charactersMax = 200;

/** A value in a message, on one line: its first 200 characters, without those that a terminal obeys or hides. */
export function quoted(value: string): string {
  return `"${onOneLine(value.slice(0, charactersMax))}"`;
}

/** A text of a library in a message. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]+/gu, "\uFFFD");
}
