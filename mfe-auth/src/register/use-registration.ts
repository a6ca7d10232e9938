import { zodResolver } from "@hookform/resolvers/zod";
import { limits, RegistrationForm, register as registration } from "@souffleur/contracts";
import { errorTexts, request, screenTexts } from "@souffleur/shared-ui";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { PageNotice } from "../layout/address-notices.ts";
import { readFilled } from "../layout/read-filled.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import { writeCooldownEnd } from "../verify-email/verification-storage.ts";
import { emptyForm, type Form, failureOf, payloadOf } from "./registration-form.ts";
import { useDebouncedChecks } from "./use-debounced-checks.ts";

const created = "Account created successfully! Please check your email to verify your account.";

/** The registration form: the validation of its fields and its submission. */
export function useRegistration() {
  const [notice, setNotice] = useState<PageNotice>();
  const [registered, setRegistered] = useState<string>();
  const { busy, runOnce } = useOneAtATime();
  const form = useForm<Form>({
    // The schema's input type is stricter than the fields' values; its output is not used (`raw`).
    resolver: zodResolver(RegistrationForm, undefined, { raw: true }) as unknown as Resolver<Form>,
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: emptyForm,
  });
  const { register, trigger } = form;
  const { errors } = form.formState;
  const checks = useDebouncedChecks((field) => {
    // A change of the password can fix or break its confirmation.
    const isConfirmed = field === "password" && form.getValues("confirmPassword") !== "";
    void trigger(isConfirmed ? ["password", "confirmPassword"] : field);
  });

  const submit = form.handleSubmit(
    (values) =>
      runOnce(async () => {
        checks.cancel();
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
          const { fields, text } = failureOf(error);
          for (const [index, [name, message]] of fields.entries()) {
            form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
          }
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      checks.cancel();
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
    submit: (event: FormEvent<HTMLFormElement>) => {
      readFilled(event.currentTarget, form.getValues(), (name, value) => form.setValue(name, value as never));
      return submit(event);
    },
    /** The props of a field that is checked when typing pauses; `format` changes the text before the form reads it. */
    textField(
      name: keyof typeof limits.registerDebounceMs,
      format?: (event: ChangeEvent<HTMLInputElement>) => void,
    ) {
      const { onChange, ...field } = register(name);
      return {
        ...field,
        error: errors[name]?.message,
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          format?.(event);
          void onChange(event);
          checks.schedule(name);
        },
      };
    },
    /** The props of a field with a choice: a valid choice clears its error at once. */
    choiceField: (name: "industryType" | "terms") => ({
      ...register(name, { onChange: () => void (errors[name] && trigger(name)) }),
      error: errors[name]?.message,
    }),
    setEmail(email: string): void {
      form.setValue("email", email);
      void trigger("email");
      // The pressed button disappears, and its focus would be lost.
      form.setFocus("email");
    },
  };
}
