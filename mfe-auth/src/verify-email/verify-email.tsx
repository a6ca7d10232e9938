import { Email, limits, type VerificationMethod } from "@souffleur/contracts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { useViewFocus } from "../layout/auth-page.tsx";
import { readMailedLink } from "../layout/mailed-link.ts";
import { Notices, useNotices } from "../layout/notices.tsx";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { ResultView } from "./result-view.tsx";
import { useOutcome } from "./use-outcome.ts";
import { type Sent, useSentMail } from "./use-sent-mail.ts";

export function VerifyEmail() {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const [initial] = useState<Record<string, string | undefined>>(() => ({
    ...Object.fromEntries(search),
    ...readMailedLink(location),
  }));
  const { notices, showNotice, dismiss } = useNotices();
  const { busy, runOnce } = useOneAtATime();
  const mail = useSentMail({ initial: sentBeforeReload(initial), runOnce, showNotice });
  const outcome = useOutcome({ email: mail.sent?.email, runOnce, showNotice, onExpired: mail.reset });
  const { sent } = mail;
  const [email, setEmail] = useState(initial.email ?? "");
  const [method, setMethod] = useState<VerificationMethod>(initial.method === "link" ? "link" : "code");

  // The page may be reloaded while the user looks at the mailbox: the address keeps the step. The session is useless
  // without the code.
  const hasStep = useRef(false);
  const updateAddress = useEffectEvent(() => {
    const step = sent && { email: sent.email, method: sent.method, session: sent.sessionId };
    if (step !== undefined || hasStep.current) setSearch(step ?? {}, { replace: true });
    hasStep.current = step !== undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail has a session of its own
  useEffect(() => updateAddress(), [sent?.sessionId]);

  const start = useEffectEvent(() => {
    // Neither token nor code stays in the address, which could be shared or seen by others.
    if (outcome.start(initial)) setSearch({}, { replace: true });
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    start();
  }, []);

  const asksCode = sent?.method === "code";
  useViewFocus(outcome.result?.state ?? (asksCode ? "code" : "email"));

  if (outcome.result !== undefined) {
    return (
      <ResultView
        result={outcome.result}
        onRequestNew={() => {
          outcome.reset();
          mail.reset();
          showNotice(undefined);
          setSearch({}, { replace: true });
        }}
      />
    );
  }

  const noticeView = notices.length > 0 && (
    <Notices notices={notices} dismissAfter={limits.verifyNoticeMs} onDismiss={dismiss} />
  );
  if (!asksCode) {
    return (
      <EmailStep
        notice={noticeView}
        email={email}
        onEmail={setEmail}
        method={method}
        onMethod={setMethod}
        busy={busy}
        mail={mail}
      />
    );
  }
  return (
    <CodeStep
      key={sent.sessionId}
      notice={noticeView}
      busy={busy}
      sent={sent}
      mail={mail}
      outcome={outcome}
      onLink={() => {
        setMethod("link");
        mail.reset();
        if (mail.cooldownSeconds === 0) void mail.send(sent.email, "link");
      }}
      onBack={() => {
        showNotice(undefined);
        mail.reset();
      }}
    />
  );
}

/** The mail that was requested before a reload, from the address. That may be forged: only an email address is shown. */
function sentBeforeReload({ method, session, code, token, ...rest }: Record<string, string | undefined>) {
  const email = Email.safeParse(rest.email).data;
  if (!email || !session || code || token || method === "link") return undefined;
  return { email, method: "code", sessionId: session } satisfies Sent;
}
