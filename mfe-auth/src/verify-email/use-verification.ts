import {
  initiateVerification,
  limits,
  type VerificationMethod,
  verifyCode,
  verifyEmail,
} from "@souffleur/api/contracts";
import { RequestError, request } from "@souffleur/shared-ui";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useDelayed } from "../layout/use-delayed.ts";
import { type PageNotice, useNotice } from "../layout/use-notice.ts";
import { currentAttempts, failedAttempt, noAttempts } from "./attempts.ts";
import type { Result } from "./result-view.tsx";
import { useCooldown } from "./use-cooldown.ts";
import { readAttempts, writeAttempts } from "./verification-storage.ts";
import { codeProblem, linkProblem, sendProblem, texts } from "./verification-texts.ts";

export interface Sent {
  email: string;
  method: VerificationMethod;
  sessionId: string;
}

/**
 * The state of one verification: what was sent, what the page says, and what came of it (specification
 * section 4, verification).
 */
export function useVerification(initial: Sent | undefined) {
  const navigate = useNavigate();
  const [notice, setNotice] = useNotice();
  const [sent, setSent] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const cooldown = useCooldown();
  const asked = useRef(false);
  useDelayed(result?.state === "success", limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(texts.verified)}`, { replace: true }),
  );

  const say = (kind: PageNotice["kind"], text: string) => setNotice({ kind, text });
  const blocked = () => currentAttempts(readAttempts(), Date.now()).blocked;

  /** Runs one call at a time: a second press while one is under way is none. */
  const once = async (task: () => Promise<void>) => {
    if (asked.current) return;
    asked.current = true;
    setBusy(true);
    await task();
    asked.current = false;
    setBusy(false);
  };

  const send = (email: string, method: VerificationMethod) =>
    once(async () => {
      if (blocked()) return say("error", texts.blocked);
      const again = sent !== undefined && sent.method === method;
      try {
        const { data } = await request(initiateVerification, { body: { email, method } });
        cooldown.start();
        setSent({ email, method, sessionId: data.sessionId });
        if (method === "code") say("success", again ? texts.resent : texts.sent);
        else say("success", again ? texts.linkResent : texts.linkSent);
      } catch (error) {
        if (error instanceof RequestError && error.status === 429 && error.retryAfter)
          cooldown.start(error.retryAfter);
        say("error", sendProblem(error));
      }
    });

  /** Above the form, and in the result's place where the address asked for the verification. */
  const tell = (text: string) => {
    say("error", text);
    setResult((before) => (before === undefined ? undefined : { state: "failed", text }));
  };

  const countFailure = () => writeAttempts(failedAttempt(readAttempts(), Date.now()));

  const succeed = () => {
    writeAttempts(noAttempts);
    setNotice(undefined);
    setResult({ state: "success" });
  };

  const submitCode = (code: string, sessionId = sent?.sessionId) =>
    once(async () => {
      if (blocked()) return tell(texts.blocked);
      if (sessionId === undefined) return tell(texts.codeFailed);
      try {
        await request(verifyCode, { body: { code, sessionId } });
        succeed();
      } catch (error) {
        const problem = codeProblem(error);
        if (problem.counts) countFailure();
        tell(problem.counts && blocked() ? texts.tooMany : problem.text);
        if (problem.expired) setSent(undefined);
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

  return {
    notice,
    setNotice,
    sent,
    setSent,
    busy,
    result,
    setResult,
    cooldown,
    send,
    submitCode,
    submitToken,
  };
}
