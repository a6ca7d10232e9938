import type { SuggestionCategory } from "@souffleur/contracts";
import type {
  PhraseStrength,
  Placeholder,
  PlaybookGroup,
  PlaybookVersion,
} from "@souffleur/contracts/playbook";
import { formatShortDate } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";

export const groupLabels: Readonly<Record<PlaybookGroup, Text>> = {
  opening: "Opening",
  needs: "Needs",
  objections: "Objections",
  solution: "Solution",
  closing: "Closing",
};

export const strengthLabels: Readonly<Record<PhraseStrength, Text>> = {
  weak: "Weak",
  normal: "Normal",
  strong: "Strong",
};

export const categoryLabels: Readonly<Record<SuggestionCategory, Text>> = {
  response: "Response",
  question: "Question",
  other: "Other",
};

export const placeholderLabels: Readonly<Record<Placeholder, Text>> = {
  amount: "An amount of money from the call",
  percent: "A percentage from the call",
  users: "How many users the client has",
  duration: "A length of time from the call",
  date: "A date from the call",
  competitor: "The competitor the client names",
  product: "The product the client names",
  client: "The client's name",
};

/** `Version 3`; the built-in playbook is version 0. */
export function versionName(version: number): string {
  return version === 0 ? t("Built-in playbook") : t("Version {version}", { version });
}

/** `Published: version 3, May 12, 2026 by Camille Moreau` */
export function publishedText({ version, publishedAt, publishedBy: name }: PlaybookVersion): string {
  if (version === 0) return t("Published: the built-in playbook");
  const date = publishedAt && formatShortDate(publishedAt);
  if (date === undefined) {
    return name === undefined
      ? t("Published: version {version}", { version })
      : t("Published: version {version} by {name}", { version, name });
  }
  return name === undefined
    ? t("Published: version {version}, {date}", { version, date })
    : t("Published: version {version}, {date} by {name}", { version, date, name });
}
