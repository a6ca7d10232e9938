/** The first letters of a name's first two words. */
export function initials(name: string): string {
  return name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}
