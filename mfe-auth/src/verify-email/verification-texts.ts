import { RequestError, screenTexts } from "@souffleur/shared-ui";

export const texts = screenTexts.verification;

/** `blocked` ends all attempts, `expired` ends the code. */
interface CodeProblem {
  kind: "expired" | "invalid" | "blocked" | "other";
  text: string;
}

/** The text for a refused code, and its consequence. */
export function codeProblem(error: unknown): CodeProblem {
  if (!(error instanceof RequestError) || error.kind !== "api") {
    return { kind: "other", text: texts.codeUnreachable };
  }
  if (error.code === "TOO_MANY_ATTEMPTS") return { kind: "blocked", text: texts.tooMany };
  // The code takes precedence: the text may be in French.
  const reason = (/^CODE_/.test(error.code ?? "") && error.code) || error.serverMessage || error.code || "";
  if (/expired/i.test(reason)) return { kind: "expired", text: texts.expired };
  if (/invalid/i.test(reason)) return { kind: "invalid", text: texts.invalid };
  return { kind: "other", text: error.serverMessage || texts.codeFailed };
}

export function linkProblem(error: unknown): string {
  return error instanceof RequestError && error.kind === "api" ? texts.linkFailed : texts.linkUnreachable;
}

/** Whether the server has judged the code or link: neither a fault nor a full bucket of requests is its refusal. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.kind !== "api") return false;
  const { status = 0, code } = error;
  return status < 500 && (status !== 429 || code === "TOO_MANY_ATTEMPTS");
}

/** The server's error, which has the waiting time where there is one, else the specification's text. */
export function sendProblem(error: unknown): string {
  return (error instanceof RequestError && error.serverMessage) || texts.sendFailed;
}
