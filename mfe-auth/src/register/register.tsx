import { zodResolver } from "@hookform/resolvers/zod";
import * as contracts from "@souffleur/contracts";
import {
  industries,
  limits,
  RegistrationForm,
  type RegistrationFormInput,
  type RegistrationInput,
  suggestedDomain,
} from "@souffleur/contracts";
import {
  Button,
  CheckboxField,
  Notice,
  PasswordField,
  RequestError,
  refusalTexts,
  request,
  SelectField,
  screenTexts,
  TextField,
  useSession,
} from "@souffleur/shared-ui";
import { type ChangeEvent, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Link, Navigate, useNavigate } from "react-router-dom";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import { useDelayed } from "../layout/use-delayed.ts";
import type { PageNotice } from "../layout/use-notices.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { formatKeepingCaret } from "./format-keeping-caret.ts";
import { StrengthMeter } from "./strength-meter.tsx";
import { useDebouncedChecks } from "./use-debounced-checks.ts";

/** What the fields hold: no industry chosen is an empty text. */
type Form = Omit<RegistrationFormInput, "terms" | "industryType"> & { terms: boolean; industryType: string };

const empty: Form = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  organizationName: "",
  industryType: "",
  password: "",
  confirmPassword: "",
  terms: false,
};

const texts = screenTexts.registration;
const created = "Account created successfully! Please check your email to verify your account.";
const isField = (name: string): name is keyof Form => Object.hasOwn(empty, name);

export function Register() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const [notice, setNotice] = useState<PageNotice>();
  const [done, setDone] = useState(false);
  const { busy, once } = useOneAtATime();
  const form = useForm<Form>({
    // The schema's input is stricter than what the fields may hold; its output is not used (`raw`).
    resolver: zodResolver(RegistrationForm, undefined, { raw: true }) as unknown as Resolver<Form>,
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: empty,
  });
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
  } = form;
  const { errors } = formState;
  const checks = useDebouncedChecks((field) => {
    // A changed password makes its confirmation right or wrong.
    const related = field === "password" && getValues("confirmPassword") !== "";
    void trigger(related ? ["password", "confirmPassword"] : field);
  });
  useDelayed(done, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(texts.next)}`),
  );

  if (isAuthenticated) return <Navigate to="/dashboard" replace />;

  const submit = handleSubmit(
    (typed) =>
      once(async () => {
        checks.cancel();
        setNotice(undefined);
        try {
          const refusal = refusalTexts.registration;
          await request(contracts.register, { body: payloadOf(typed) }, { refusal });
          reset(empty);
          setDone(true);
          setNotice({ kind: "success", text: created });
        } catch (error) {
          const { fields, text } = refusalOf(error);
          for (const [index, [name, message]] of fields.entries()) {
            setError(name, { type: "server", message }, { shouldFocus: index === 0 });
          }
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      checks.cancel();
      setNotice({ kind: "error", text: texts.invalid });
    },
  );

  /** A field that is checked when its typing pauses; `shape` changes the text before the form reads it. */
  const debounced = (
    name: keyof typeof limits.registerDebounceMs,
    shape?: (event: ChangeEvent<HTMLInputElement>) => void,
  ) => {
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
  };
  /** A field that is chosen: its error is gone with the choice that mends it. */
  const chosen = (name: "industryType" | "terms") => ({
    ...register(name, { onChange: () => void (errors[name] && trigger(name)) }),
    error: errors[name]?.message,
  });
  const email = watch("email");
  const domain = suggestedDomain(email);

  return (
    <AuthPage
      title="Create your account"
      subtitle="An administrator approves it once your email address is verified."
      foot={
        <>
          <span>Already have an account?</span>
          <Link to="/login">Sign In</Link>
        </>
      }
      notice={
        notice && (
          <Notice
            kind={notice.kind}
            dismissAfter={notice.kind === "success" ? limits.authNoticeMs : undefined}
            onDismiss={() => setNotice(undefined)}
          >
            {notice.text}
          </Notice>
        )
      }
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          <TextField label="First name" autoComplete="given-name" {...debounced("firstName")} />
          <TextField label="Last name" autoComplete="family-name" {...debounced("lastName")} />
        </div>
        <TextField
          label="Email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...debounced("email", lowercase)}
          errorAction={
            domain !== undefined && (
              <Button
                variant="quiet"
                small
                onClick={() => {
                  setValue("email", `${email.slice(0, email.lastIndexOf("@"))}@${domain}`);
                  void trigger("email");
                  // The button goes, and the focus must not go with it.
                  setFocus("email");
                }}
              >
                Use @{domain}
              </Button>
            )
          }
        />
        <TextField
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          {...debounced("phone", formatPhoneField)}
        />
        <TextField label="Organization name" autoComplete="organization" {...debounced("organizationName")} />
        <SelectField label="Industry" {...chosen("industryType")}>
          <option value="">Select an industry</option>
          {Object.entries(industries).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <PasswordField label="Password" autoComplete="new-password" {...debounced("password")} />
        <StrengthMeter password={watch("password")} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...debounced("confirmPassword")}
        />
        <CheckboxField
          label="I agree to the Terms and Conditions"
          mayFail
          className={styles.consent}
          {...chosen("terms")}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={done}>
          Create Account
        </Button>
      </form>
    </AuthPage>
  );
}

/** An empty phone number is no phone number. */
function payloadOf({ terms: _, phone, ...rest }: Form): RegistrationInput {
  return { ...rest, ...(phone?.trim() && { phone }) } as RegistrationInput;
}

function refusalOf(error: unknown): { fields: [keyof Form, string][]; text: string } {
  if (!(error instanceof RequestError)) return { fields: [], text: texts.failed };
  const text = error.serverMessage || error.message || texts.failed;
  const named = Object.entries(error.fields).filter((entry): entry is [keyof Form, string] =>
    isField(entry[0]),
  );
  if (named.length > 0) return { fields: named, text: texts.invalid };
  if (error.field !== undefined && isField(error.field))
    return { fields: [[error.field, text]], text: texts.invalid };
  return { fields: [], text };
}

/** Changes what was typed before the form reads it; the caret stays. */
function lowercase({ target }: ChangeEvent<HTMLInputElement>): void {
  const { selectionStart, value } = target;
  const lower = value.toLowerCase();
  if (lower === value) return;
  target.value = lower;
  target.setSelectionRange(selectionStart, selectionStart);
}

function formatPhoneField({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  // Letters stay for the check to name them; formatting would swallow them.
  if (/[^\d\s()+.-]/.test(target.value)) return;
  const { value, caret } = formatKeepingCaret(
    target.value,
    target.selectionStart ?? target.value.length,
    "inputType" in nativeEvent ? String(nativeEvent.inputType) : "",
  );
  if (value === target.value) return;
  target.value = value;
  target.setSelectionRange(caret, caret);
}
