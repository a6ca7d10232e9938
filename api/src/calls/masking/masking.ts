import { findSecrets, type Secret, type SecretKind } from "./find-secrets.ts";

/** The labels that replace secrets. */
export const maskLabels: Readonly<Record<SecretKind, string>> = {
  card: "[numéro de carte masqué]",
  iban: "[IBAN masqué]",
  nir: "[numéro de sécurité sociale masqué]",
  cryptogram: "[cryptogramme masqué]",
};

/** The label for an unfinished number in an interim line that may become a secret. */
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
 * Replaces payment cards, IBANs (also French account numbers without "FR"), French social-security numbers and card
 * cryptograms by labels, whether they are in figures, French words or both. Linear in the length of the text.
 */
export function maskSecrets(text: string): string {
  return replace(text, findSecrets(text).secrets);
}

/** An unmasked line, kept in memory while a number may continue in the next line, and never stored. */
export interface SpokenLine {
  id: string;
  text: string;
}

export interface MaskedLine {
  /** The masked text, which may be stored and shown. */
  text: string;
  /** Earlier lines that have proved to hold a part of a secret, with their new text. */
  rewritten: readonly SpokenLine[];
  /** The lines to pass with this speaker's next line. */
  open: readonly SpokenLine[];
}

// The longest secret, an IBAN of 34 characters, takes up to 17 lines when it is dictated in pairs.
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
 * Masks a final line of one speaker, including a number that began in earlier lines, because recognizers split a
 * dictated number at each breath. Its first part may have been shown, but the rest is not, and `rewritten` replaces the
 * stored lines.
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
 * Masks an interim line, which grows word by word: a number at its end that may become a secret is hidden before it is
 * complete. A false positive lasts until the final line.
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
