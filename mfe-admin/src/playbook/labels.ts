import type { SuggestionCategory } from "@souffleur/contracts";
import type {
  PhraseStrength,
  Placeholder,
  PlaybookGroup,
  PlaybookVersion,
} from "@souffleur/contracts/playbook";
import { formatCount, formatShortDate } from "@souffleur/shared-ui";

export const groupLabels: Readonly<Record<PlaybookGroup, string>> = {
  opening: "Opening",
  needs: "Needs",
  objections: "Objections",
  solution: "Solution",
  closing: "Closing",
};

export const strengthLabels: Readonly<Record<PhraseStrength, string>> = {
  weak: "Weak",
  normal: "Normal",
  strong: "Strong",
};

export const categoryLabels: Readonly<Record<SuggestionCategory, string>> = {
  response: "Response",
  question: "Question",
  other: "Other",
};

export const placeholderLabels: Readonly<Record<Placeholder, string>> = {
  amount: "An amount of money from the call",
  percent: "A percentage from the call",
  users: "How many users the client has",
  duration: "A length of time from the call",
  date: "A date from the call",
  competitor: "The competitor the client names",
  product: "The product the client names",
  client: "The client's name",
};

/** `1,234 entries`, `1 entry`. */
export function counted(howMany: number, one: string, several = `${one}s`): string {
  return `${formatCount(howMany)} ${howMany === 1 ? one : several}`;
}

export const countedEntries = (howMany: number) => counted(howMany, "entry", "entries");

/** `Version 3`; the built-in playbook is version 0. */
export function versionName(version: number): string {
  return version === 0 ? "Built-in playbook" : `Version ${version}`;
}

/** `version 3, May 12, 2026 by Camille Moreau` */
export function publishedText({ version, publishedAt, publishedBy }: PlaybookVersion): string {
  const when = publishedAt === undefined ? "" : `, ${formatShortDate(publishedAt)}`;
  const by = publishedBy === undefined ? "" : ` by ${publishedBy}`;
  return version === 0 ? "the built-in playbook" : `version ${version}${when}${by}`;
}
