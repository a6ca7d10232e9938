import { limits, verifyCode, verifyEmail } from "@souffleur/api/contracts";
import { request } from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useDelayed } from "../layout/use-delayed.ts";
import type { PageNotice } from "../layout/use-notice.ts";
import { failedAttempt, noAttempts } from "./attempts.ts";
import type { Result } from "./result-view.tsx";
import type { Once } from "./use-one-at-a-time.ts";
import { isBlocked, readAttempts, writeAttempts } from "./verification-storage.ts";
import { codeProblem, linkProblem, texts } from "./verification-texts.ts";

interface OutcomeOptions {
  once: Once;
  say: (notice: PageNotice | undefined) => void;
  /** A code that has expired leads back to the first step. */
  onExpired: () => void;
}

/** What came of a verification, and the way to the sign-in page after a success. */
export function useOutcome({ once, say, onExpired }: OutcomeOptions) {
  const navigate = useNavigate();
  const [result, setResult] = useState<Result>();
  useDelayed(result?.state === "success", limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(texts.verified)}`, { replace: true }),
  );

  /** Above the form, and in the result's place where the address asked for the verification. */
  const tell = (text: string) => {
    say({ kind: "error", text });
    setResult((before) => (before === undefined ? undefined : { state: "failed", text }));
  };

  const succeed = () => {
    writeAttempts(noAttempts);
    say(undefined);
    setResult({ state: "success" });
  };

  const submitCode = (code: string, sessionId: string | undefined) =>
    once(async () => {
      if (isBlocked()) return tell(texts.blocked);
      if (sessionId === undefined) return tell(texts.codeFailed);
      try {
        await request(verifyCode, { body: { code, sessionId } });
        succeed();
      } catch (error) {
        const problem = codeProblem(error);
        if (problem.counts) writeAttempts(failedAttempt(readAttempts(), Date.now()));
        tell(problem.counts && isBlocked() ? texts.tooMany : problem.text);
        if (problem.expired) onExpired();
      }
    });

  const submitToken = (token: string) =>
    once(async () => {
      try {
        await request(verifyEmail, { body: { token } });
        succeed();
      } catch (error) {
        setResult({ state: "failed", text: linkProblem(error) });
      }
    });

  /** Verifies what the address brings. @returns whether it brought anything. */
  const begin = ({ token, code, session }: Record<string, string | undefined>): boolean => {
    if (!token && !(code && session)) return false;
    setResult({ state: "verifying" });
    if (token) void submitToken(token);
    else if (code) void submitCode(code, session);
    return true;
  };

  return { result, submitCode, begin, forget: () => setResult(undefined) };
}
