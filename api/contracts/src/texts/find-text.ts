export type { ContractText } from "./text.ts";

/** A text's key and values. */
export interface FoundText {
  key: string;
  values: Record<string, string>;
}

/**
 * Finds the text of a message. Messages of schemas are complete sentences, some with typed values in them:
 * `Did you mean @{domain}?` is the key of "Did you mean @gmail.com?".
 * @param keys of `fr.json`
 */
export function findText(keys: readonly string[], message: string): FoundText | undefined {
  if (keys.includes(message)) return { key: message, values: {} };
  for (const key of keys) {
    const values = key.includes("{") ? patternOf(key).exec(message)?.groups : undefined;
    if (values !== undefined) return { key, values: { ...values } };
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(key: string): RegExp {
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const escaped = key.replace(/[\\^$.*+?()[\]|]/g, "\\$&");
  const pattern = new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>.*)")}$`, "s");
  patterns.set(key, pattern);
  return pattern;
}
