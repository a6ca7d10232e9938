import { limits, verifyCode, verifyEmail } from "@souffleur/contracts";
import { request, usePageSeen } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PageNotice } from "../layout/address-notices.ts";
import type { SignInState } from "../layout/sign-in-state.ts";
import { useDelayed } from "../layout/use-delayed.ts";
import type { RunOnce } from "../layout/use-one-at-a-time.ts";
import { blockedAttempts, failedAttempt, noAttempts } from "./attempts.ts";
import type { Result } from "./result-view.tsx";
import { isBlocked, readAttempts, writeAttempts } from "./verification-storage.ts";
import { codeProblem, isRefused, linkProblem, texts } from "./verification-texts.ts";

interface OutcomeOptions {
  /** The email address that is verified, if known. */
  email: string | undefined;
  runOnce: RunOnce;
  showNotice: (notice: PageNotice | undefined) => void;
  /** Called for an expired code: the page returns to the first step. */
  onExpired: () => void;
}

/** The result of a verification, and the redirect to the sign-in page after a success. */
export function useOutcome({ email, runOnce, showNotice, onExpired }: OutcomeOptions) {
  const navigate = useNavigate();
  const [result, setResult] = useState<Result>();
  const [wrongCode, setWrongCode] = useState<string>();
  const isSeen = usePageSeen();
  // At first the splash covers the page of a mailed link.
  useDelayed(result?.state === "success" && isSeen, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(texts.verified)}`, {
      replace: true,
      state: { email, done: "verified" } satisfies SignInState,
    }),
  );

  // Reading removes an expired record.
  useEffect(() => void readAttempts(), []);

  /** Shown above the form, or as the result if the address started the verification. */
  const showFailure = (text: string) => {
    showNotice({ kind: "error", text });
    setResult((before) => (before === undefined ? undefined : { state: "failed", text }));
  };

  const succeed = () => {
    writeAttempts(noAttempts);
    showNotice(undefined);
    setResult({ state: "success" });
  };

  const submitCode = (code: string, sessionId: string | undefined) =>
    runOnce(async () => {
      if (isBlocked()) return showFailure(texts.blocked);
      if (sessionId === undefined) return showFailure(texts.codeFailed);
      setWrongCode(undefined);
      try {
        await request(verifyCode, { body: { code, sessionId } });
        succeed();
      } catch (error) {
        const { kind, text } = codeProblem(error);
        if (kind === "invalid" || kind === "blocked") setWrongCode(code);
        const isLast = kind === "blocked" || countAttempt(error);
        if (kind === "blocked") writeAttempts(blockedAttempts(Date.now()));
        // The notice is shown above the first step, also if the address started the verification.
        if (kind === "expired") setResult(undefined);
        showFailure(isLast ? texts.tooMany : text);
        if (kind === "expired") onExpired();
      }
    });

  const submitToken = (token: string) =>
    runOnce(async () => {
      if (isBlocked()) return setResult({ state: "failed", text: texts.blocked });
      try {
        await request(verifyEmail, { body: { token } });
        succeed();
      } catch (error) {
        setResult({ state: "failed", text: countAttempt(error) ? texts.tooMany : linkProblem(error) });
      }
    });

  /** Verifies the token or code of the address. @returns whether it has one */
  const start = ({ token, code, session }: Record<string, string | undefined>): boolean => {
    if (!token && !(code && session)) return false;
    setResult({ state: "verifying" });
    if (token) void submitToken(token);
    else if (code) void submitCode(code, session);
    return true;
  };

  return { result, wrongCode, submitCode, start, reset: () => setResult(undefined) };
}

export type Outcome = ReturnType<typeof useOutcome>;

/** Counts a refusal of a code or link. @returns whether it is the one that blocks */
function countAttempt(error: unknown): boolean {
  if (!isRefused(error)) return false;
  writeAttempts(failedAttempt(readAttempts(), Date.now()));
  return isBlocked();
}
