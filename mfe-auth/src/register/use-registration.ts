import { limits, RegistrationForm, register as registration } from "@souffleur/contracts";
import { errorTexts, request, screenTexts } from "@souffleur/shared-ui";
import { useState } from "react";
import type { PageNotice } from "../layout/address-notices.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import { writeCooldownEnd } from "../verify-email/verification-storage.ts";
import { emptyForm, type Form, failureOf, payloadOf } from "./registration-form.ts";
import { useCheckedForm } from "./use-checked-form.ts";

const created = "Account created successfully! Please check your email to verify your account.";

/** The registration form: the validation of its fields and its submission. */
export function useRegistration() {
  const [notice, setNotice] = useState<PageNotice>();
  const [registered, setRegistered] = useState<string>();
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<Form>(RegistrationForm, emptyForm);
  const { form, cancelChecks, showRefused, textField, choiceField } = checked;

  const submit = form.handleSubmit(
    (values) =>
      runOnce(async () => {
        cancelChecks();
        setNotice(undefined);
        try {
          const errorText = errorTexts.registration;
          await request(registration, { body: payloadOf(values) }, { errorText });
          form.reset(emptyForm);
          setRegistered(values.email);
          // The cooldown starts with the registration's mail.
          writeCooldownEnd(Date.now() + limits.resendCooldownSeconds * 1000);
          setNotice({ kind: "success", text: t(created) });
        } catch (error) {
          const { fields, text } = failureOf(error, emptyForm);
          showRefused(fields);
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      cancelChecks();
      setNotice({ kind: "error", text: screenTexts.registration.invalid });
    },
  );

  return {
    notice,
    dismissNotice: () => setNotice(undefined),
    busy,
    /** The registered email address, after a success. */
    registered,
    email: form.watch("email"),
    password: form.watch("password"),
    submit: checked.submitting(submit),
    textField,
    choiceField,
    setEmail(email: string): void {
      form.setValue("email", email);
      void form.trigger("email");
      // The pressed button disappears, and its focus would be lost.
      form.setFocus("email");
    },
  };
}
