/** The digit of a key press; `code` is the key's position, since digits need Shift on a French keyboard. */
export function digitOf({ key, code }: { key: string; code: string }): number | undefined {
  const digit = /^\d$/.test(key) ? key : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}
