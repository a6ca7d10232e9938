import { findSecrets, type Secret, type SecretKind } from "./find-secrets.ts";

/** What stands in the text where a secret was. */
export const maskLabels: Readonly<Record<SecretKind, string>> = {
  card: "[numéro de carte masqué]",
  iban: "[IBAN masqué]",
  nir: "[numéro de sécurité sociale masqué]",
  cryptogram: "[cryptogramme masqué]",
};

/** What an interim line shows for an unfinished number that may become a secret. */
export const unfinishedLabel = "[numéro en cours masqué]";

function replace(text: string, secrets: readonly Secret[]): string {
  let masked = "";
  let at = 0;
  for (const { kind, start, end } of secrets) {
    masked += text.slice(at, start) + maskLabels[kind];
    at = end;
  }
  return masked + text.slice(at);
}

/**
 * The text with payment cards, IBANs (French account numbers without their "FR" too), French social-security
 * numbers and card cryptograms replaced by a label; in figures, in French words or mixed. Linear in the text.
 */
export function maskSecrets(text: string): string {
  return replace(text, findSecrets(text).secrets);
}

/** An unmasked line. It stays in memory only, and only while a number may go on in the next line. */
export interface SpokenLine {
  id: string;
  text: string;
}

export interface MaskedLine {
  /** What may be stored and shown. */
  text: string;
  /** Earlier lines that turned out to hold a part of a secret, with the text that must replace theirs. */
  rewritten: readonly SpokenLine[];
  /** What to pass with this speaker's next line. */
  open: readonly SpokenLine[];
}

// A number dictated in pairs takes up to 17 lines (an IBAN of 34); past that it is no known secret.
const openLines = 17;

function clip(secrets: readonly Secret[], from: number, to: number): Secret[] {
  return secrets
    .filter((secret) => secret.start < to && secret.end > from)
    .map(({ kind, start, end }) => ({
      kind,
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
    }));
}

/**
 * Masks a final line of one speaker, a number that earlier lines began included. A recognizer splits a dictated number
 * wherever the speaker breathes: its first part cannot be taken back from the screens, but the rest is not shown, and
 * `rewritten` replaces the stored lines.
 */
export function maskLine(line: SpokenLine, open: readonly SpokenLine[]): MaskedLine {
  const lines = [...open, line];
  const text = lines.map((one) => one.text).join("\n");
  const { secrets, openStart = text.length } = findSecrets(text);
  const rewritten: SpokenLine[] = [];
  const stillOpen: SpokenLine[] = [];
  let masked = "";
  let from = 0;
  for (const one of lines) {
    const to = from + one.text.length;
    masked = replace(one.text, clip(secrets, from, to));
    if (one !== line && masked !== maskSecrets(one.text)) rewritten.push({ id: one.id, text: masked });
    if (to > openStart) stillOpen.push(one);
    from = to + 1;
  }
  return { text: masked, rewritten, open: stillOpen.slice(-openLines) };
}

/**
 * Masks an interim line, which grows word by word: a number at its end that may become a secret is hidden
 * before it is complete. A false alarm lasts until the final line.
 */
export function maskInterim(text: string, open: readonly SpokenLine[] = []): string {
  const before = open.map((one) => `${one.text}\n`).join("");
  const { secrets: all, unfinishedStart } = findSecrets(before + text);
  const from = before.length;
  const secrets = clip(all, from, from + text.length);
  if (unfinishedStart === undefined) return replace(text, secrets);
  const hidden = Math.max(unfinishedStart - from, 0);
  const last = secrets.at(-1);
  if (last && last.end > hidden) return replace(text, secrets);
  return replace(text.slice(0, hidden), secrets) + unfinishedLabel;
}
