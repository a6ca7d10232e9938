/** A value in a message, on one line: at most 200 characters, without those that a terminal obeys or hides. */
export function quoted(value: string): string {
  return `"${value.slice(0, 200).replace(/[\p{C}\u2028\u2029]/gu, "\uFFFD")}"`;
}
