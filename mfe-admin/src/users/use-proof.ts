import { useProof as useSharedProof } from "@souffleur/shared-ui/proof";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText } from "./failure-text.ts";

/** Runs tasks that may need the caller's password again. @param reason why it is needed */
export const useProof = (reason: string) =>
  useSharedProof({
    description: `${reason} ${t("Without a password, sign out and in again.")}`,
    failureText: (error) =>
      endsSession(error) ? undefined : ownFailureText(error, "The password could not be checked."),
  });
