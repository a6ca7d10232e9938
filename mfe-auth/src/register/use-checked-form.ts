import { zodResolver } from "@hookform/resolvers/zod";
import type { limits } from "@souffleur/contracts";
import type { ChangeEvent, FormEvent } from "react";
import { type DefaultValues, type Path, type Resolver, useForm } from "react-hook-form";
import { readFilled } from "../layout/read-filled.ts";
import { useDebouncedChecks } from "./use-debounced-checks.ts";

export interface AccountValues {
  firstName?: string;
  password?: string;
  confirmPassword?: string;
  terms?: boolean;
}

/** The fields that are checked while typing pauses. */
type TypedField<Values> = Path<Values> & keyof typeof limits.registerDebounceMs;

/**
 * A form that makes an account: its fields are checked when they are left, when typing pauses and when it is sent.
 * @param schema of the values; the output is not used
 */
export function useCheckedForm<Values extends AccountValues>(
  schema: Parameters<typeof zodResolver>[0],
  defaultValues: Values,
) {
  const form = useForm<Values>({
    // The schema's input type is stricter than the fields' values.
    resolver: zodResolver(schema, undefined, { raw: true }) as unknown as Resolver<Values>,
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: defaultValues as DefaultValues<Values>,
  });
  const { register, trigger } = form;
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  const password = "password" as Path<Values>;
  const confirmPassword = "confirmPassword" as Path<Values>;
  const checks = useDebouncedChecks((field) => {
    // A change of the password can fix or break its confirmation.
    const isConfirmed = field === password && form.getValues().confirmPassword !== "";
    void trigger(isConfirmed ? [password, confirmPassword] : (field as Path<Values>));
  });

  return {
    form,
    cancelChecks: checks.cancel,
    /** Submits what is in the fields, also where a password manager has put it there. */
    submitting: (submit: () => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
      readFilled(event.currentTarget, form.getValues(), (name, value) =>
        form.setValue(name as Path<Values>, value as never),
      );
      event.preventDefault();
      return submit();
    },
    /** Shows the server's messages at their fields, and focuses the first. */
    showRefused(fields: readonly (readonly [name: string, message: string])[]): void {
      for (const [index, [name, message]] of fields.entries())
        form.setError(name as Path<Values>, { type: "server", message }, { shouldFocus: index === 0 });
    },
    /** The props of a field that is checked when typing pauses; `format` changes the text before the form reads it. */
    textField(name: TypedField<Values>, format?: (event: ChangeEvent<HTMLInputElement>) => void) {
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
    choiceField: (name: Path<Values>) => ({
      ...register(name, { onChange: () => void (errors[name] && trigger(name)) }),
      error: errors[name]?.message,
    }),
  };
}
