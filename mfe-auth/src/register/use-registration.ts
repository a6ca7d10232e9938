import { limits, RegistrationForm, register as registration } from "@souffleur/contracts";
import { errorTexts, request } from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { writeCooldownEnd } from "../verify-email/verification-storage.ts";
import { emptyForm, type Form, payloadOf } from "./registration-form.ts";
import { useAccountForm } from "./use-account-form.ts";
import { useKeptFields } from "./use-kept-fields.ts";

const created = "Account created successfully! Please check your email to verify your account.";

const kept = ["firstName", "lastName", "email", "phone", "organizationName", "industryType"] as const;

/** The registration form: the validation of its fields and its submission. */
export function useRegistration() {
  const [registered, setRegistered] = useState<string>();
  const { form, ...rest } = useAccountForm<Form>({
    schema: RegistrationForm,
    empty: emptyForm,
    async send(values) {
      const errorText = errorTexts.registration;
      await request(registration, { body: payloadOf(values) }, { errorText });
      setRegistered(values.email);
      // The cooldown starts with the registration's mail.
      writeCooldownEnd(Date.now() + limits.resendCooldownSeconds * 1000);
      return t(created);
    },
  });

  useKeptFields("souffleur.registration", form, kept);

  return {
    ...rest,
    /** The registered email address, after a success. */
    registered,
    email: form.watch("email"),
    password: form.watch("password"),
    setEmail(email: string): void {
      form.setValue("email", email);
      void form.trigger("email");
      // The pressed button disappears, and its focus would be lost.
      form.setFocus("email");
    },
  };
}
