import { RequestError, screenTexts } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";

const texts = screenTexts.admin;

interface Fallbacks {
  /** The server refused without a text. */
  refused: string;
  /** There was no answer, or an unreadable one. */
  unanswered: string;
}

/** The specification's texts for this page (section 8); the server's own text takes precedence. */
export const failures = {
  get stats() {
    return { refused: texts.statsFailed, unanswered: texts.statsFailed };
  },
  get list() {
    return { refused: texts.listRefused, unanswered: texts.listUnreachable };
  },
  get decision() {
    return { refused: texts.operationFailed, unanswered: texts.decisionFailed };
  },
  get status() {
    return { refused: texts.operationFailed, unanswered: texts.statusFailed };
  },
  get role() {
    return {
      refused: texts.operationFailed,
      unanswered: t("Failed to change the role. Please try again."),
    };
  },
  get passwordLink() {
    return {
      refused: texts.operationFailed,
      unanswered: t("The link could not be sent. Please try again."),
    };
  },
  get passkeys() {
    return {
      refused: texts.operationFailed,
      unanswered: t("The passkeys could not be removed. Please try again."),
    };
  },
} satisfies Record<string, Fallbacks>;

export function failureText(error: unknown, { refused, unanswered }: Fallbacks): string {
  return wasAnswered(error) ? error.serverMessage || refused : unanswered;
}

/** Texts of this package, translated when they are shown. */
export type FailureTexts = Readonly<Record<keyof Fallbacks, Text>>;

export function ownFailureText(error: unknown, { refused, unanswered }: FailureTexts): string {
  return failureText(error, { refused: t(refused), unanswered: t(unanswered) });
}

/** Whether the server answered with a refusal. */
export function wasAnswered(error: unknown): error is RequestError {
  return error instanceof RequestError && error.kind === "api";
}

/** Whether the session has ended: the shell then redirects to the sign-in page, which says so. */
export function endsSession(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}

/** For the cards with settings of the organization. */
export const settingsTexts = {
  loading: {
    refused: "The settings could not be loaded.",
    unanswered: "The settings could not be loaded. Please check your connection.",
  },
  saving: {
    refused: "The settings could not be saved.",
    unanswered: "The settings could not be saved. Please try again.",
  },
} as const satisfies Record<string, FailureTexts>;
