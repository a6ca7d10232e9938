import { limits, type VerificationMethod } from "@souffleur/api/contracts";
import { Notice } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useNotice } from "../layout/use-notice.ts";
import { useViewEntrance } from "../layout/use-view-entrance.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { ResultView } from "./result-view.tsx";
import { useOneAtATime } from "./use-one-at-a-time.ts";
import { useOutcome } from "./use-outcome.ts";
import { type Sent, useSentMail } from "./use-sent-mail.ts";

export function VerifyEmail() {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => Object.fromEntries(search) as Record<string, string | undefined>);
  const [notice, say] = useNotice();
  const { busy, once } = useOneAtATime();
  const mail = useSentMail({ initial: sentBefore(first), once, say });
  const outcome = useOutcome({ once, say, onExpired: mail.forget });
  const { sent } = mail;
  const [email, setEmail] = useState(first.email ?? "");
  const [method, setMethod] = useState<VerificationMethod>(first.method === "link" ? "link" : "code");

  const begin = useEffectEvent(() => {
    // Neither token nor code stays in the history: the address could be shared or read over a shoulder.
    if (outcome.begin(first)) setSearch({}, { replace: true });
  });
  // A page that is left for the mailbox may be loaded anew: the address knows where it was. Without the code,
  // the session is of no use to anybody.
  const place =
    sent === undefined ? undefined : { email: sent.email, method: sent.method, session: sent.sessionId };
  const placed = useRef(false);
  const remember = useEffectEvent(() => {
    if (place !== undefined || placed.current) setSearch(place ?? {}, { replace: true });
    placed.current = place !== undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail that is sent has a session of its own
  useEffect(() => remember(), [sent?.sessionId]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
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
          say(undefined);
          setSearch({}, { replace: true });
        }}
      />
    );
  }

  const fleeting = notice?.kind === "success" || notice?.kind === "info";
  const noticeView = notice && (
    <Notice
      kind={notice.kind}
      dismissAfter={fleeting ? limits.verifyNoticeMs : undefined}
      onDismiss={() => say(undefined)}
    >
      {notice.text}
    </Notice>
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
      onCode={(code) => void outcome.submitCode(code, sent.sessionId)}
      onResend={() => void mail.send(sent.email, "code")}
      onLink={() => {
        setMethod("link");
        mail.forget();
        if (mail.cooldownSeconds === 0) void mail.send(sent.email, "link");
      }}
      onBack={() => {
        say(undefined);
        mail.forget();
      }}
    />
  );
}

/** The code that the address says was sent, by this page before it was loaded anew. */
function sentBefore({ email, method, session, code, token }: Record<string, string | undefined>) {
  if (!email || !session || code || token || method === "link") return undefined;
  return { email, method: "code", sessionId: session } satisfies Sent;
}
