/** In order, because browsers also name those that they are derived from. */
const families: readonly [name: string, mark: RegExp][] = [
  ["Edge", /\bEdgA?\/(\d{1,4})/],
  ["Opera", /\bOPR\/(\d{1,4})/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d{1,4})/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d{1,4})/],
  ["Safari", /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

/** A browser's family and major version, such as `Firefox 140`: more would identify users. */
export function browserName(userAgent = ""): string {
  for (const [name, mark] of families) {
    const version = mark.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "Other";
}
