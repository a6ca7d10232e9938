import type { Sender } from "@souffleur/contracts";
import { findParts, findSecrets, readStream } from "./find-secrets.ts";
import { type Secret, type SecretKind, unite } from "./secrets.ts";
import type { StreamLine } from "./spoken.ts";

/** The labels that replace secrets. */
export const maskLabels: Readonly<Record<SecretKind, string>> = {
  card: "[numéro de carte masqué]",
  iban: "[IBAN masqué]",
  nir: "[numéro de sécurité sociale masqué]",
  cryptogram: "[cryptogramme masqué]",
  pin: "[code secret masqué]",
};

/** The label for an unfinished number that may become a secret. */
export const unfinishedLabel = "[numéro en cours masqué]";

/** How long, and over how many lines of both speakers, a number may continue; also how long unmasked text is kept. */
export const openMs = 120_000;
export const openLines = 40;
function replace(text: string, secrets: readonly Pick<Secret, "kind" | "start" | "end">[]): string {
  let masked = "";
  let at = 0;
  for (const { kind, start, end } of secrets) {
    masked += text.slice(at, start) + maskLabels[kind];
    at = end;
  }
  return masked + text.slice(at);
}

/**
 * Replaces payment cards, IBANs (also French account numbers without "FR"), French social-security numbers and the
 * security and secret codes of cards by labels, whether they are in figures, French words or both. Linear in the length
 * of the text; of one with more figures than can be searched, the rest is masked as a whole.
 */
export function maskSecrets(text: string): string {
  if (digitsIn(text, shortest) < shortest) return text;
  return replace(text, findSecrets([{ text }]).secrets);
}

/** A line of a call, kept unmasked in memory for a short time while a number may continue in a later one. */
export interface SpokenLine {
  id: string;
  sender: Sender;
  text: string;
  /** When it was said, in ms. */
  at: number;
  /** The secrets that were found in it so far, which stay masked. */
  secrets?: readonly Secret[];
}

export interface MaskedLine {
  /** The masked text, which may be stored and shown. */
  text: string;
  /** Earlier lines that have proved to hold a part of a secret, with their new text. */
  rewritten: readonly { id: string; text: string }[];
  /** The lines to pass with the call's next line. */
  open: readonly SpokenLine[];
}

function clip<Part extends { start: number; end: number }>(
  parts: readonly Part[],
  from: number,
  to: number,
): Part[] {
  return parts
    .filter(({ start, end }) => start < to && end > from)
    .map((part) => ({
      ...part,
      start: Math.max(part.start, from) - from,
      end: Math.min(part.end, to) - from,
    }));
}

/** A speaker's lines with what is found in them: each line's own parts. */
function findIn(lines: readonly SpokenLine[], sender: Sender) {
  const stream = lines.map((line): StreamLine => ({ text: line.text, isOther: line.sender !== sender }));
  const { secrets, numbers, unfinished } = findSecrets(stream);
  let from = 0;
  const own = lines
    .filter((line) => line.sender === sender)
    .map((line) => {
      const to = from + line.text.length;
      // A line without digits, such as "oui", stays although it was said in the middle of a number.
      const isSpoken = digitsIn(line.text, 1) > 0;
      const found = {
        line,
        secrets: isSpoken ? clip(secrets, from, to) : [],
        from,
        to,
      };
      from = to + 1;
      return found;
    });
  /** The parts of an unfinished number in one of the lines. */
  const unfinishedIn = ({ from, to }: { from: number; to: number }) => clip(unfinished(), from, to);
  return { own, numbers, unfinishedIn };
}

/** The lines in which a number of the next line may have begun. */
function stillOpen(lines: readonly SpokenLine[], at: number): readonly SpokenLine[] {
  return lines.slice(-openLines).filter((line) => at - line.at <= openMs);
}

const shownOf = ({ text, secrets = [] }: SpokenLine) => replace(text, secrets);

/**
 * Masks a final line, including a number that began in earlier lines of its speaker, because recognizers split a dictated
 * number at each breath, and people interrupt it. Its first part may have been shown, but the rest is not, and
 * `rewritten` replaces the stored lines.
 * @param open the lines of both speakers before it
 */
export function maskLine(line: SpokenLine, open: readonly SpokenLine[]): MaskedLine {
  // A line that is attempted again may be among those before it.
  const before = stillOpen(open, line.at).filter(({ id }) => id !== line.id);
  const lines = [...before, line].slice(-openLines);
  const searched = within(lines, shortest);
  if (searched.length === 0) return { text: line.text, rewritten: [], open: lines };
  const { own, numbers } = findIn(searched, line.sender);
  const changed = new Map<string, SpokenLine>();
  const add = (said: SpokenLine, found: readonly Secret[]) => {
    if (found.length > 0)
      changed.set(said.id, { ...said, secrets: unite([...(said.secrets ?? []), ...found]) });
  };
  for (const { line: said, secrets } of own) add(said, secrets);
  for (const said of numbers.length === 0 ? [] : lines) {
    if (said.sender !== line.sender && digitsIn(said.text, shortest) >= shortest)
      add(said, findParts(readStream(said.text), numbers));
  }
  const next = lines.map((said) => changed.get(said.id) ?? said);
  const rewritten = lines.flatMap((said, at) => {
    const text = shownOf(next[at] ?? said);
    return said !== line && text !== shownOf(said) ? [{ id: said.id, text }] : [];
  });
  return { text: shownOf(next.at(-1) ?? line), rewritten, open: next };
}

/**
 * Masks an interim line, which grows word by word: a number at its end that may become a secret is hidden before it is
 * complete. A false positive lasts until the final line.
 */
export function maskInterim(line: Omit<SpokenLine, "id">, open: readonly SpokenLine[] = []): string {
  const searched = within([...stillOpen(open, line.at), { ...line, id: "" }], shortest - 1);
  if (searched.length === 0) return line.text;
  const { own, unfinishedIn } = findIn(searched, line.sender);
  const last = own.at(-1);
  const secrets = last?.secrets ?? [];
  const [first] = last ? unfinishedIn(last) : [];
  if (first === undefined) return replace(line.text, secrets);
  const known = secrets.at(-1);
  if (known && known.end > first.start) return replace(line.text, secrets);
  return replace(line.text.slice(0, first.start), secrets) + unfinishedLabel;
}

/** An amount, as recognizers write it: "4 500 000". */
const amount = /^\d{1,3}(?:[\s.]\d{3}){1,2}$/u;

/** Hides what may be the beginning of a secret in stored lines, which must not be passed to a language model. */
export function hideUnfinished<Line extends { sender: Sender; text: string }>(
  lines: readonly Line[],
): Line[] {
  const spoken = lines.map(({ sender, text }, at) => ({ id: String(at), sender, text, at: 0 }));
  const hidden = [...lines];
  for (const sender of ["agent", "client"] as const) {
    const { own, unfinishedIn } = findIn(spoken.slice(-openLines), sender);
    for (const found of own) {
      const { text, id } = found.line;
      const parts = unfinishedIn(found).filter(({ start, end }) => !amount.test(text.slice(start, end)));
      const shown = parts.reduceRight(
        (rest, { start, end }) => rest.slice(0, start) + unfinishedLabel + rest.slice(end),
        text,
      );
      if (parts.length > 0) hidden[Number(id)] = { ...(lines[Number(id)] as Line), text: shown };
    }
  }
  return hidden;
}

/** Figures, and the beginnings of all French number words. */
const digitLike =
  /\d|\b(?:une?\b|z[eé]ro|deux|troi|quat|quara|cinq|six|sept|huit|huitan|neu|dix|onz|douz|trei|quin|seiz|vingt|trent|soix|septan|octan|nonan|cents?\b|centi|mill|doubl|tripl|quadr)/giu;
const otherScript = /[\u0300-\u1fff\u2070-\u{10ffff}]|[\u00b2\u00b3\u00b9]/u;

/** How many digits a text may have; cheaper than to read it. @param most where to stop counting */
function digitsIn(text: string, most: number): number {
  digitLike.lastIndex = 0;
  let count = 0;
  for (let found = digitLike.exec(text); found && count < most; found = digitLike.exec(text)) {
    const { length } = found[0];
    if (length === 1 || /^une?$/iu.test(found[0])) count += 1;
    else count += /^(?:cent|mill)/iu.test(found[0]) ? 4 : 2;
  }
  return count === 0 && otherScript.test(text) && /\p{N}/u.test(text) ? shortest : count;
}

/** A security code. */
const shortest = 3;
/** More than the longest secret, with what may be corrected. */
const digitsRead = 60;
/** More text without a number is another subject. */
const charactersBetween = 240;

/** The last lines, as far as a number that the last one continues may reach; none where they have fewer digits than `least`. */
function within(lines: readonly SpokenLine[], least: number): readonly SpokenLine[] {
  const last = lines.at(-1);
  if (!last) return [];
  let digits = digitsIn(last.text, digitsRead);
  let between = 0;
  let from = lines.length - 1;
  let heard = 0;
  const first = digits;
  for (let at = from - 1; at >= 0 && first > 0 && digits < digitsRead; at -= 1) {
    const { sender, text } = lines[at] as SpokenLine;
    if (sender !== last.sender) {
      // What the other one has just said may name the number.
      heard += 1;
      if (heard <= 3) from = at;
      continue;
    }
    const count = digitsIn(text, digitsRead);
    digits += count;
    between = count > 0 ? 0 : between + text.length;
    if (between > charactersBetween) break;
    from = at;
  }
  return first === 0 || digits < least ? [] : lines.slice(from);
}
