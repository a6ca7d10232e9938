import { RequestError, screenTexts } from "@souffleur/shared-ui";
import { waitText } from "../layout/wait-text.ts";

export const texts = screenTexts.verification;

/** `invalid` counts as a failed attempt, `blocked` ends all attempts, `expired` ends the code. */
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

/** The waiting time, else the server's error, else the specification's text. */
export function sendProblem(error: unknown): string {
  return (error instanceof RequestError && (waitText(error) || error.serverMessage)) || texts.sendFailed;
}
