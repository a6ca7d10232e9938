import { Email, limits, type VerificationMethod } from "@souffleur/contracts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Notices } from "../layout/notices.tsx";
import { useNotices } from "../layout/use-notices.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { useViewEntrance } from "../layout/use-view-entrance.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { ResultView } from "./result-view.tsx";
import { useOutcome } from "./use-outcome.ts";
import { type Sent, useSentMail } from "./use-sent-mail.ts";

export function VerifyEmail() {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => Object.fromEntries(search) as Record<string, string | undefined>);
  const { notices, showNotice, dismiss } = useNotices();
  const { busy, runOnce } = useOneAtATime();
  const mail = useSentMail({ initial: sentBeforeReload(first), runOnce, showNotice });
  const outcome = useOutcome({ email: mail.sent?.email, runOnce, showNotice, onExpired: mail.forget });
  const { sent } = mail;
  const [email, setEmail] = useState(first.email ?? "");
  const [method, setMethod] = useState<VerificationMethod>(first.method === "link" ? "link" : "code");

  const begin = useEffectEvent(() => {
    // Neither token nor code stays in the address, which could be shared or seen by others.
    if (outcome.begin(first)) setSearch({}, { replace: true });
  });
  // The page may be reloaded while the user looks at the mailbox: the address keeps its step. The session is useless
  // without the code.
  const place =
    sent === undefined ? undefined : { email: sent.email, method: sent.method, session: sent.sessionId };
  const placed = useRef(false);
  const remember = useEffectEvent(() => {
    if (place !== undefined || placed.current) setSearch(place ?? {}, { replace: true });
    placed.current = place !== undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail has a session of its own
  useEffect(() => remember(), [sent?.sessionId]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);

  const asksCode = sent?.method === "code";
  useViewEntrance(outcome.result?.state ?? (asksCode ? "code" : "email"));

  if (outcome.result !== undefined) {
    return (
      <ResultView
        result={outcome.result}
        onRequestNew={() => {
          outcome.forget();
          mail.forget();
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
        seconds={mail.cooldownSeconds}
        busy={busy}
        onSend={(address) => void mail.send(address, method)}
      />
    );
  }
  return (
    <CodeStep
      key={sent.sessionId}
      notice={noticeView}
      email={sent.email}
      seconds={mail.cooldownSeconds}
      busy={busy}
      wrongCode={outcome.wrongCode}
      onCode={(code) => void outcome.submitCode(code, sent.sessionId)}
      onResend={() => void mail.send(sent.email, "code")}
      onLink={() => {
        setMethod("link");
        mail.forget();
        if (mail.cooldownSeconds === 0) void mail.send(sent.email, "link");
      }}
      onBack={() => {
        showNotice(undefined);
        mail.forget();
      }}
    />
  );
}

/**
 * The mail that the address names, sent by this page before a reload. The address may be forged: only an e-mail address
 * is shown from it.
 */
function sentBeforeReload({ method, session, code, token, ...first }: Record<string, string | undefined>) {
  const email = Email.safeParse(first.email).data;
  if (!email || !session || code || token || method === "link") return undefined;
  return { email, method: "code", sessionId: session } satisfies Sent;
}
