import { RequestError, screenTexts, toast } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";

const texts = screenTexts.admin;

interface Fallbacks {
  /** The server refused without a text. */
  refused: string;
  /** There was no answer, or an unreadable one. */
  unanswered: string;
}

const operation = (unanswered: string): Fallbacks => ({ refused: texts.operationFailed, unanswered });

/** The specification's texts for this page; the server's own text takes precedence. */
export const failures = {
  stats: () => ({ refused: texts.statsFailed, unanswered: texts.statsFailed }),
  list: () => ({ refused: texts.listRefused, unanswered: texts.listUnreachable }),
  decision: () => operation(texts.decisionFailed),
  status: () => operation(texts.statusFailed),
  role: () => operation(t("Failed to change the role. Please try again.")),
  passwordLink: () => operation(t("The link could not be sent. Please try again.")),
  mail: () => operation(t("The email could not be sent again. Please try again.")),
  signIn: () => operation(t("The sign-in could not be forgotten. Please try again.")),
  passkeys: () => operation(t("The passkeys could not be removed. Please try again.")),
};

export function failureText(error: unknown, { refused, unanswered }: Fallbacks): string {
  return wasAnswered(error) ? error.serverMessage || refused : unanswered;
}

/** What helps where there was no answer. */
type Advice = "Please try again." | "Please check your connection.";

/** The server's own text, or else one of this package, with an advice where there was no answer. */
export function ownFailureText(error: unknown, text: Text, advice: Advice = "Please try again."): string {
  return failureText(error, { refused: t(text), unanswered: `${t(text)} ${t(advice)}` });
}

/** Nothing is shown where the session has ended. */
export function toastFailure(error: unknown, text: Text, advice?: Advice): void {
  if (!endsSession(error)) toast.error(ownFailureText(error, text, advice));
}

/** The field that the server has refused, and its text; undefined for other failures. */
export function fieldFailure(error: unknown, text: Text) {
  const field = error instanceof RequestError ? error.field : undefined;
  return field === undefined ? undefined : { field, text: ownFailureText(error, text) };
}

/** Whether the server answered with a refusal. */
export function wasAnswered(error: unknown): error is RequestError {
  return error instanceof RequestError && error.kind === "api";
}

/** Whether the session has ended: the shell then redirects to the sign-in page, which says so. */
export function endsSession(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}
