import { initiateVerification, type VerificationMethod } from "@souffleur/contracts";
import { request } from "@souffleur/shared-ui";
import { useState } from "react";
import type { PageNotice } from "../layout/address-notices.ts";
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

/** The last mail that this page requested, and the cooldown until the next (`product.md`, "Registration and verification"). */
export function useSentMail({ initial, runOnce, showNotice }: SentMailOptions) {
  const [sent, setSent] = useState(initial);
  const cooldown = useCooldown();

  const send = (email: string, method: VerificationMethod) =>
    runOnce(async () => {
      if (isBlocked()) return showNotice({ kind: "error", text: texts.blocked });
      const isRepeated = sent !== undefined && sent.method === method;
      try {
        const { data } = await request(initiateVerification, { body: { email, method } });
        cooldown.start();
        setSent({ email, method, sessionId: data.sessionId });
        if (method === "code") showNotice({ kind: "success", text: isRepeated ? texts.resent : texts.sent });
        else showNotice({ kind: "success", text: isRepeated ? texts.linkResent : texts.linkSent });
      } catch (error) {
        showNotice({ kind: "error", text: sendProblem(error) });
      }
    });

  return { sent, send, reset: () => setSent(undefined), cooldownSeconds: cooldown.seconds };
}

export type SentMail = ReturnType<typeof useSentMail>;
