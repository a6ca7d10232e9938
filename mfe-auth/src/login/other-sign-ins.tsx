import { Button } from "@souffleur/shared-ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { t } from "../texts/texts.ts";
import { PasskeySignIn, type PasskeySignInProps } from "./passkey-sign-in.tsx";
import { useProvider } from "./use-provider.ts";

interface OtherSignInsProps extends PasskeySignInProps {
  /** Told whether the people of the address's domain sign in at a provider. */
  onLed: (isLed: boolean) => void;
}

/** The sign-ins without a password: with a passkey where the browser has them, and at the provider of an organization. */
export default function OtherSignIns({ onLed, ...rest }: OtherSignInsProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isLed = useProvider(() => place.current?.closest("form"));
  useLayoutEffect(() => onLed(isLed), [isLed, onLed]);
  return (
    <>
      {"PublicKeyCredential" in window && <PasskeySignIn {...rest} />}
      <div ref={place} aria-live="polite">
        {isLed && (
          // The form is sent to where its address leads, whatever is in the field of the password.
          <Button type="submit" name="provider" wide disabled={rest.disabled}>
            {t("Use single sign-on")}
          </Button>
        )}
      </div>
    </>
  );
}
