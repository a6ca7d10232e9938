import { distance } from "fastest-levenshtein";
import { Environment } from "./environment.ts";

const settings = Object.keys(Environment.shape);
/** Other programs have short names such as `PATH` and `HOME`, which one more letter's difference makes a setting of. */
const longLetters = 10;

/** Variables that are no settings, and the setting that each was probably meant to be. */
export function misspelt(env: Record<string, string | undefined>): { name: string; meant: string }[] {
  const found: { name: string; meant: string }[] = [];
  for (const name of Object.keys(env)) {
    if (settings.includes(name)) continue;
    const meant = settings.find(
      (setting) =>
        env[setting] === undefined &&
        distance(name.toUpperCase(), setting) <= (setting.length < longLetters ? 1 : 2),
    );
    if (meant !== undefined) found.push({ name, meant });
  }
  return found;
}
