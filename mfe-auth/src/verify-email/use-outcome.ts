import { limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { request, usePageSeen } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useDelayed } from "../layout/use-delayed.ts";
import type { PageNotice } from "../layout/use-notices.ts";
import type { Once } from "../layout/use-one-at-a-time.ts";
import { blockedAttempts, failedAttempt, noAttempts } from "./attempts.ts";
import type { Result } from "./result-view.tsx";
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
  const isSeen = usePageSeen();
  // A mailed link is opened in a page of its own, whose splash covers the first seconds.
  useDelayed(result?.state === "success" && isSeen, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(texts.verified)}`, { replace: true }),
  );

  // A record of long ago is removed when the page is opened, whatever is done there.
  useEffect(() => void readAttempts(), []);

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
        const { kind, text } = codeProblem(error);
        if (kind === "invalid") writeAttempts(failedAttempt(readAttempts(), Date.now()));
        if (kind === "blocked") writeAttempts(blockedAttempts(Date.now()));
        // The notice then stands over the first step, also where the address has asked for the verification.
        if (kind === "expired") setResult(undefined);
        tell(kind === "invalid" && isBlocked() ? texts.tooMany : text);
        if (kind === "expired") onExpired();
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
