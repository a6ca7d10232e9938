import { limits } from "@souffleur/contracts";
import { Button } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PageNotice } from "../layout/address-notices.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { offersAutofill, passkeyFailure, signInWithPasskey, stopAsking } from "../passkeys/ceremonies.ts";
import { t } from "../texts/texts.ts";

export interface PasskeySignInProps {
  rememberMe: () => boolean;
  /** Signs in, and shows what came of it. */
  enter: (open: () => Promise<void>) => Promise<void>;
  showNotice: (notice: PageNotice | undefined) => void;
  disabled: boolean;
}

/** A challenge is asked for again before it expires. */
const renewMs = limits.passkeyChallengeMs - 60_000;

/** Signs in with a passkey that the browser offers in the address field, or that the button asks for. */
export function PasskeySignIn({ rememberMe, enter, showNotice, disabled }: PasskeySignInProps) {
  const { busy, runOnce } = useOneAtATime();
  /** An offer has been taken: a passkey that was refused is not offered again. */
  const isTaken = useRef(false);
  const offer = useEffectEvent((signal: AbortSignal) => {
    const take = (open: () => Promise<void>) => {
      isTaken.current = true;
      return enter(open);
    };
    // Nobody has asked for it: where the browser refuses, the fields and the button stay.
    return signInWithPasskey({ autofill: true, signal, rememberMe, enter: take }).catch(() => undefined);
  });
  useEffect(() => {
    if (disabled || busy || isTaken.current) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const gone = new AbortController();
    void offersAutofill().then((offers) => {
      if (!offers || gone.signal.aborted) return;
      void offer(gone.signal);
      timer = setInterval(() => void offer(gone.signal), renewMs);
    });
    return () => {
      gone.abort();
      clearInterval(timer);
      stopAsking();
    };
  }, [disabled, busy]);

  const press = () =>
    runOnce(async () => {
      // The same text is announced again where it was gone meanwhile.
      showNotice(undefined);
      try {
        await signInWithPasskey({ autofill: false, rememberMe, enter });
      } catch (error) {
        showNotice(passkeyFailure(error));
      }
    });
  return (
    <Button variant="quiet" wide busy={busy} disabled={disabled} onClick={() => void press()}>
      {t("Use a passkey")}
    </Button>
  );
}
