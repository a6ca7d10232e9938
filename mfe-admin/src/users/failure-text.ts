import { RequestError, screenTexts } from "@souffleur/shared-ui";

const texts = screenTexts.admin;

interface Fallbacks {
  /** The server refused and said nothing. */
  refused: string;
  /** No answer came, or none that could be read. */
  unanswered: string;
}

/** The specification's texts for this page (section 8); the server's own words go before them. */
export const failures = {
  stats: {
    refused: texts.statsFailed,
    unanswered: texts.statsFailed,
  },
  list: {
    refused: texts.listRefused,
    unanswered: texts.listUnreachable,
  },
  decision: {
    refused: texts.operationFailed,
    unanswered: texts.decisionFailed,
  },
  status: {
    refused: texts.operationFailed,
    unanswered: texts.statusFailed,
  },
} satisfies Record<string, Fallbacks>;

export function failureText(error: unknown, { refused, unanswered }: Fallbacks): string {
  return wasAnswered(error) ? error.serverMessage || refused : unanswered;
}

/** Whether the server answered with a refusal. */
export function wasAnswered(error: unknown): error is RequestError {
  return error instanceof RequestError && error.kind === "api";
}

/** The session is over: the shell leaves for the sign-in page and says so there. */
export function endsSession(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401;
}
