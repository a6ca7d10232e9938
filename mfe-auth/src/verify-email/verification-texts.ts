import { RequestError, screenTexts } from "@souffleur/shared-ui";

export const texts = screenTexts.verification;

const serverWords = (error: RequestError) => error.serverMessage ?? "";

/** What a refused code is told as, whether it ends the code, and whether it counts as a failed attempt. */
export function codeProblem(error: unknown): { text: string; expired: boolean; counts: boolean } {
  if (!(error instanceof RequestError) || error.kind !== "api") {
    return { text: texts.codeUnreachable, expired: false, counts: false };
  }
  const said = serverWords(error);
  if (/expired/i.test(said)) return { text: texts.expired, expired: true, counts: false };
  if (/invalid/i.test(said)) return { text: texts.invalid, expired: false, counts: true };
  return { text: said || texts.codeFailed, expired: false, counts: false };
}

export function linkProblem(error: unknown): string {
  return error instanceof RequestError && error.kind === "api" ? texts.linkFailed : texts.linkUnreachable;
}

export function sendProblem(error: unknown): string {
  return (error instanceof RequestError && (serverWords(error) || error.message)) || texts.sendFailed;
}
