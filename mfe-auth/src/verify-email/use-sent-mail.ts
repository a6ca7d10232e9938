import { initiateVerification, type VerificationMethod } from "@souffleur/contracts";
import { RequestError, request } from "@souffleur/shared-ui";
import { useState } from "react";
import type { PageNotice } from "../layout/notices.tsx";
import type { RunOnce } from "../layout/use-one-at-a-time.ts";
import { useCooldown } from "./use-cooldown.ts";
import { isBlocked } from "./verification-storage.ts";
import { sendProblem, texts } from "./verification-texts.ts";

export interface Sent {
  email: string;
  method: VerificationMethod;
  sessionId: string;
}

interface SentMailOptions {
  /** The mail that was sent before a reload. */
  initial: Sent | undefined;
  runOnce: RunOnce;
  showNotice: (notice: PageNotice) => void;
}

/** The last mail that this page has sent, and when it may send the next (specification section 4, verification). */
export function useSentMail({ initial, runOnce, showNotice }: SentMailOptions) {
  const [sent, setSent] = useState(initial);
  const cooldown = useCooldown();

  const send = (email: string, method: VerificationMethod) =>
    runOnce(async () => {
      if (isBlocked()) return showNotice({ kind: "error", text: texts.blocked });
      const again = sent !== undefined && sent.method === method;
      try {
        const { data } = await request(initiateVerification, { body: { email, method } });
        cooldown.start();
        setSent({ email, method, sessionId: data.sessionId });
        if (method === "code") showNotice({ kind: "success", text: again ? texts.resent : texts.sent });
        else showNotice({ kind: "success", text: again ? texts.linkResent : texts.linkSent });
      } catch (error) {
        if (error instanceof RequestError && error.retryAfter) cooldown.start(error.retryAfter);
        showNotice({ kind: "error", text: sendProblem(error) });
      }
    });

  return { sent, send, forget: () => setSent(undefined), cooldownSeconds: cooldown.seconds };
}
