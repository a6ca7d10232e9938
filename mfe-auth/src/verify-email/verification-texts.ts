import { RequestError, screenTexts } from "@souffleur/shared-ui";
import { waitText } from "../layout/wait-text.ts";

export const texts = screenTexts.verification;

/** `invalid` counts as a failed attempt, `blocked` ends all attempts, `expired` ends the code. */
interface CodeProblem {
  kind: "expired" | "invalid" | "blocked" | "other";
  text: string;
}

/** What a refused code is told as, and what follows from it. */
export function codeProblem(error: unknown): CodeProblem {
  if (!(error instanceof RequestError) || error.kind !== "api") {
    return { kind: "other", text: texts.codeUnreachable };
  }
  if (error.code === "TOO_MANY_ATTEMPTS") return { kind: "blocked", text: texts.tooMany };
  const said = error.serverMessage || error.code || "";
  if (/expired/i.test(said)) return { kind: "expired", text: texts.expired };
  if (/invalid/i.test(said)) return { kind: "invalid", text: texts.invalid };
  return { kind: "other", text: error.serverMessage || texts.codeFailed };
}

export function linkProblem(error: unknown): string {
  return error instanceof RequestError && error.kind === "api" ? texts.linkFailed : texts.linkUnreachable;
}

/** The server's error, or the specification's text, whatever the reason; a wait is told with its length. */
export function sendProblem(error: unknown): string {
  return (error instanceof RequestError && (waitText(error) || error.serverMessage)) || texts.sendFailed;
}
