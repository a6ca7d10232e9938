import { initiateVerification, type VerificationMethod } from "@souffleur/contracts";
import { RequestError, request } from "@souffleur/shared-ui";
import { useState } from "react";
import type { PageNotice } from "../layout/use-notices.ts";
import type { Once } from "../layout/use-one-at-a-time.ts";
import { useCooldown } from "./use-cooldown.ts";
import { isBlocked } from "./verification-storage.ts";
import { sendProblem, texts } from "./verification-texts.ts";

export interface Sent {
  email: string;
  method: VerificationMethod;
  sessionId: string;
}

interface SentMailOptions {
  /** What was sent before the page was loaded anew. */
  initial: Sent | undefined;
  once: Once;
  say: (notice: PageNotice) => void;
}

/** The mail that this page sent last, and when it may send the next (specification section 4, verification). */
export function useSentMail({ initial, once, say }: SentMailOptions) {
  const [sent, setSent] = useState(initial);
  const cooldown = useCooldown();

  const send = (email: string, method: VerificationMethod) =>
    once(async () => {
      if (isBlocked()) return say({ kind: "error", text: texts.blocked });
      const again = sent !== undefined && sent.method === method;
      try {
        const { data } = await request(initiateVerification, { body: { email, method } });
        cooldown.start();
        setSent({ email, method, sessionId: data.sessionId });
        if (method === "code") say({ kind: "success", text: again ? texts.resent : texts.sent });
        else say({ kind: "success", text: again ? texts.linkResent : texts.linkSent });
      } catch (error) {
        if (error instanceof RequestError && error.status === 429 && error.retryAfter)
          cooldown.start(error.retryAfter);
        say({ kind: "error", text: sendProblem(error) });
      }
    });

  return { sent, send, forget: () => setSent(undefined), cooldownSeconds: cooldown.seconds };
}
