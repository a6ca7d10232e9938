import { zodResolver } from "@hookform/resolvers/zod";
import { limits, RegistrationForm, register as registration } from "@souffleur/contracts";
import { refusalTexts, request, screenTexts } from "@souffleur/shared-ui";
import { type ChangeEvent, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { PageNotice } from "../layout/notices.tsx";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import { writeCooldownEnd } from "../verify-email/verification-storage.ts";
import { emptyForm, type Form, failureOf, payloadOf } from "./registration-form.ts";
import { useDebouncedChecks } from "./use-debounced-checks.ts";

const created = "Account created successfully! Please check your email to verify your account.";

/** The registration form: when its fields are checked, and what a submit does. */
export function useRegistration() {
  const [notice, setNotice] = useState<PageNotice>();
  const [registered, setRegistered] = useState<string>();
  const { busy, runOnce } = useOneAtATime();
  const {
    register,
    handleSubmit,
    formState,
    getValues,
    setError,
    setFocus,
    setValue,
    trigger,
    reset,
    watch,
  } = useForm<Form>({
    // The schema's input type is stricter than the fields' values; its output is not used (`raw`).
    resolver: zodResolver(RegistrationForm, undefined, { raw: true }) as unknown as Resolver<Form>,
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: emptyForm,
  });
  const { errors } = formState;
  const checks = useDebouncedChecks((field) => {
    // A changed password makes its confirmation right or wrong.
    const isConfirmed = field === "password" && getValues("confirmPassword") !== "";
    void trigger(isConfirmed ? ["password", "confirmPassword"] : field);
  });

  const submit = handleSubmit(
    (form) =>
      runOnce(async () => {
        checks.cancel();
        setNotice(undefined);
        try {
          const refusal = refusalTexts.registration;
          await request(registration, { body: payloadOf(form) }, { refusal });
          reset(emptyForm);
          setRegistered(form.email);
          // The server counts its mail as the first.
          writeCooldownEnd(Date.now() + limits.resendCooldownSeconds * 1000);
          setNotice({ kind: "success", text: t(created) });
        } catch (error) {
          const { fields, text } = failureOf(error);
          for (const [index, [name, message]] of fields.entries()) {
            setError(name, { type: "server", message }, { shouldFocus: index === 0 });
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
    /** The address, once it is registered. */
    registered,
    email: watch("email"),
    password: watch("password"),
    submit,
    /** The props of a field that is checked when typing pauses; `shape` changes the text before the form reads it. */
    typedField(
      name: keyof typeof limits.registerDebounceMs,
      shape?: (event: ChangeEvent<HTMLInputElement>) => void,
    ) {
      const { onChange, ...field } = register(name);
      return {
        ...field,
        error: errors[name]?.message,
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          shape?.(event);
          void onChange(event);
          checks.typed(name);
        },
      };
    },
    /** The props of a field with a choice: the choice that fixes its error clears it at once. */
    choiceField: (name: "industryType" | "terms") => ({
      ...register(name, { onChange: () => void (errors[name] && trigger(name)) }),
      error: errors[name]?.message,
    }),
    setEmail(email: string): void {
      setValue("email", email);
      void trigger("email");
      // The button that was pressed disappears, and must not take the focus with it.
      setFocus("email");
    },
  };
}
