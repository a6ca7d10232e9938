import { zodResolver } from "@hookform/resolvers/zod";
import { Credentials, isPlatformAdmin, limits, resendVerification, unlock } from "@souffleur/contracts";
import {
  Address,
  Button,
  CheckboxField,
  errorTexts,
  type NoticeAction,
  PasswordField,
  RequestError,
  request,
  screenTexts,
  signIn,
  TextField,
  useSession,
} from "@souffleur/shared-ui";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import { failureText } from "../layout/failures.ts";
import { readMailedLink } from "../layout/mailed-link.ts";
import { Notices, useNotices } from "../layout/notices.tsx";
import { readFilled } from "../layout/read-filled.ts";
import { codePath, keepReturn, returnPath, type SignInState } from "../layout/sign-in-state.ts";
import { SignUpSteps } from "../layout/sign-up-steps.tsx";
import { useDelayed } from "../layout/use-delayed.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { T, t } from "../texts/texts.ts";
import { useCooldown } from "../verify-email/use-cooldown.ts";

const texts = screenTexts.login;
/** A chunk of its own: the sign-in page's first scripts are small. Where it can't be loaded, the fields are enough. */
const OtherSignIns = lazy<typeof import("./other-sign-ins.tsx").default>(() =>
  import("./other-sign-ins.tsx").catch(() => ({ default: () => null })),
);

type Phase = "idle" | "submitting" | "success";

export function Login() {
  const { isAuthenticated, user, organization } = useSession();
  const state = useLocation().state as SignInState | null;
  const { email = "", done } = state ?? {};
  const navigate = useNavigate();
  const { notices, showNotice, dismiss } = useNotices();
  const { register, handleSubmit, formState, getValues, setValue, setError } = useForm({
    resolver: zodResolver(Credentials),
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: { email, password: "", rememberMe: false },
  });
  const { phase, unverified, setUnverified, link, enter } = useSignIn(showNotice, (message) =>
    setError("password", { message }, { shouldFocus: true }),
  );
  /** The people of the address's domain sign in at a provider, and may do without a password. */
  const [isLed, setIsLed] = useState(false);
  useUnlock((text, unlocked) => showNotice({ kind: unlocked ? "success" : "error", text }));
  const resendAction = useResend((kind, text) => {
    // After a failure the mail can be requested again.
    if (kind === "success") setUnverified(undefined);
    showNotice({ kind, text });
  });
  // Registrations wait for the administrator of the platform, of whom the dashboard tells nothing.
  const isOfPlatform = user !== null && isPlatformAdmin(user.role, organization);
  const next = returnPath(state, isOfPlatform ? "/admin/users" : undefined);
  useDelayed(phase === "success", limits.loginRedirectMs, () => navigate(next, { replace: true }));

  if (isAuthenticated && phase === "idle") return <Navigate to={next} replace />;

  const attempt = (credentials: Credentials) => enter(() => signIn(credentials), credentials.email);
  const submit = handleSubmit(attempt);
  const send = (event: FormEvent<HTMLFormElement>) => {
    readFilled(event.currentTarget, getValues(), (name, value) => setValue(name, value as never));
    keepReturn(state);
    const { email, password, rememberMe = false } = getValues();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("name") !== "provider" && !(isLed && password === "")) return submit(event);
    event.preventDefault();
    return attempt({ email, password: "", rememberMe });
  };
  const { email: emailError, password: passwordError } = formState.errors;
  const isMissed = !isLed || passwordError?.type !== "too_small";
  return (
    <AuthPage
      {...introduction(state ?? {})}
      foot={
        <>
          <span>{t("New to Souffleur?")}</span>
          <Link to="/register">{t("Create Account")}</Link>
        </>
      }
      notice={
        notices.length > 0 && (
          <Notices
            notices={notices}
            dismissAfter={phase === "idle" ? limits.authNoticeMs : undefined}
            onDismiss={dismiss}
            link={link}
            action={unverified === undefined ? undefined : resendAction(unverified)}
          />
        )
      }
    >
      <SignUpSteps done={done} />
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <CredentialFields
          email={{ ...register("email"), error: emailError?.message }}
          password={{ ...register("password"), error: isMissed ? passwordError?.message : undefined }}
          rememberMe={register("rememberMe")}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={phase === "submitting"}
          disabled={phase === "success"}
        >
          {t(phase === "submitting" ? "Signing in..." : "Sign In")}
        </Button>
        <div className={styles.other}>
          <Suspense>
            <OtherSignIns
              rememberMe={() => getValues("rememberMe") ?? false}
              enter={enter}
              showNotice={showNotice}
              onLed={setIsLed}
              disabled={phase !== "idle"}
            />
          </Suspense>
        </div>
      </form>
    </AuthPage>
  );
}

/** What the page says above its fields: after a registration or a verification, what comes next. */
function introduction({ email = "", done }: SignInState): { title: string; subtitle: ReactNode } {
  if (done === "verified")
    return { title: t("Almost there"), subtitle: t("An administrator reviews your account now.") };
  if (done !== "registered") return { title: t("Welcome back"), subtitle: t("Sign in to your account") };
  const elements = [
    <strong key="address">
      <Address>{email}</Address>
    </strong>,
    <Link key="code" to={codePath(email)} />,
  ];
  return {
    title: t("Check your inbox"),
    subtitle: <T text="We emailed a link to <0/>. <1>Enter a code</1>" elements={elements} />,
  };
}

interface Field extends UseFormRegisterReturn {
  error?: string | undefined;
}

function CredentialFields({
  email,
  password,
  rememberMe,
}: Record<"email" | "password" | "rememberMe", Field>) {
  return (
    <>
      <TextField
        label={t("Email")}
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...email}
      />
      <PasswordField label={t("Password")} autoComplete="current-password" {...password} />
      <div className={styles.row}>
        <CheckboxField label={t("Remember me")} {...rememberMe} />
        <ForgotPassword />
      </div>
    </>
  );
}

/**
 * Signs in, and shows what came of it. `unverified` is the address that is still to be verified; `link` says what to do next,
 * or that the account waits for a decision.
 */
function useSignIn(
  showNotice: ReturnType<typeof useNotices>["showNotice"],
  onPasswordMissing: (text: string) => void,
) {
  const [phase, setPhase] = useState<Phase>("idle");
  const [unverified, setUnverified] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const { runOnce } = useOneAtATime();
  const enter = (open: () => Promise<void>, email?: string) =>
    runOnce(async () => {
      setPhase("submitting");
      showNotice(undefined);
      setUnverified(undefined);
      setIsPending(false);
      try {
        await open();
        setPhase("success");
        showNotice({ kind: "success", text: t("Login successful! Redirecting...") });
      } catch (error) {
        setPhase("idle");
        const text = failureText(error);
        const { code, field } = error instanceof RequestError ? error : ({} as Partial<RequestError>);
        if (field === "password") return onPasswordMissing(text);
        if (code === "EMAIL_NOT_VERIFIED") setUnverified(email);
        setIsPending(code === "ACCOUNT_PENDING_APPROVAL");
        showNotice({ kind: code === "ACCOUNT_PENDING_APPROVAL" ? "warning" : "error", text });
      }
    });
  const link =
    unverified !== undefined ? (
      <Link to={codePath(unverified)}>{t("Enter a code")}</Link>
    ) : (
      isPending && <span>{t("We'll email you when an administrator has decided.")}</span>
    );
  return { phase, unverified, setUnverified, link, enter };
}

/** The specification has a link here; its page does not exist yet. */
function ForgotPassword() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is shown as a link
    <a
      href="#forgot-password"
      onClick={(event) => {
        event.preventDefault();
        window.alert(t("Password reset feature is coming soon."));
      }}
    >
      {t("Forgot password?")}
    </a>
  );
}

/**
 * Requests the verification mail again; where that is too early, the server's text says how long to wait.
 * @returns the button that does so for an address
 */
function useResend(onDone: (kind: "success" | "error", text: string) => void) {
  const { busy: isResending, runOnce } = useOneAtATime();
  const { start } = useCooldown();
  const resend = (email: string) =>
    runOnce(async () => {
      try {
        await request(resendVerification, { body: { email } }, { errorText: errorTexts.resend });
        start();
        onDone("success", texts.resent);
      } catch (error) {
        onDone("error", error instanceof RequestError ? failureText(error) : texts.resendFailed);
      }
    });
  return (email: string): NoticeAction => ({
    label: t("Resend Verification Email"),
    busy: isResending,
    onPress: () => void resend(email),
  });
}

/** Uses the token of a mailed unlock link once, and removes it from the address. */
function useUnlock(onDone: (text: string, unlocked: boolean) => void): void {
  const [, setSearch] = useSearchParams();
  const isUsed = useRef(false);
  const { unlock: token } = readMailedLink(useLocation());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a token is used once, whatever else changes
  useEffect(() => {
    if (token === undefined || isUsed.current) return;
    isUsed.current = true;
    setSearch({}, { replace: true });
    request(unlock, { body: { token } }).then(
      ({ message }) => onDone(message ?? t("This browser can now sign in."), true),
      (error) => onDone(failureText(error), false),
    );
  }, [token]);
}
