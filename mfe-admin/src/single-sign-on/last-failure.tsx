import { labelOf } from "@souffleur/contracts";
import type { SsoFailure, StoredSingleSignOn } from "@souffleur/contracts/sso";
import { formatDateTime } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import styles from "./single-sign-on.module.css";

const texts: Record<SsoFailure, Text> = {
  unreachable: "The provider did not answer.",
  answer: "The provider's answer was refused: check its keys, the client ID and the secret.",
  denied: "The provider has refused somebody: they are not assigned there, or have cancelled.",
  information: "The provider gave no user information, and its token is not enough.",
  address: "The provider has not confirmed an address of your domains, or the address has another account.",
  roles: "The claim that gives roles was missing or incomplete.",
};

/** Why, and when, a sign-in through the provider last went wrong. */
export function LastFailure({ lastFailure }: Pick<StoredSingleSignOn, "lastFailure">) {
  if (lastFailure === undefined) return null;
  return (
    <p className={styles.failure}>
      {t("Last problem at a sign-in, {time}: {reason}", {
        time: formatDateTime(lastFailure.at),
        reason: t(labelOf(texts, lastFailure.reason) as Text),
      })}
    </p>
  );
}
