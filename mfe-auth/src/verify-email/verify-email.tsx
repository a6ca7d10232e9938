import { limits, type VerificationMethod } from "@souffleur/api/contracts";
import { Notice } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useViewEntrance } from "../layout/use-view-entrance.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { ResultView } from "./result-view.tsx";
import { type Sent, useVerification } from "./use-verification.ts";

export function VerifyEmail() {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => Object.fromEntries(search) as Record<string, string | undefined>);
  const verification = useVerification(sentBefore(first));
  const {
    notice,
    setNotice,
    sent,
    setSent,
    busy,
    result,
    setResult,
    cooldown,
    send,
    submitCode,
    submitToken,
  } = verification;
  const [email, setEmail] = useState(first.email ?? "");
  const [method, setMethod] = useState<VerificationMethod>(first.method === "link" ? "link" : "code");

  const begin = useEffectEvent(() => {
    if (first.token) {
      setResult({ state: "verifying" });
      void submitToken(first.token);
    } else if (first.code && first.session) {
      setResult({ state: "verifying" });
      void submitCode(first.code, first.session);
    } else return;
    // Neither stays in the history: the address could be shared or read over a shoulder.
    setSearch({}, { replace: true });
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
  useViewEntrance(result?.state ?? (asksCode ? "code" : "email"));

  if (result !== undefined) {
    return (
      <ResultView
        result={result}
        onRequestNew={() => {
          setResult(undefined);
          setNotice(undefined);
          setSent(undefined);
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
      onDismiss={() => setNotice(undefined)}
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
        seconds={cooldown.seconds}
        busy={busy}
        onSend={(address) => void send(address, method)}
      />
    );
  }
  return (
    <CodeStep
      key={sent.sessionId}
      notice={noticeView}
      email={sent.email}
      seconds={cooldown.seconds}
      busy={busy}
      onCode={(code) => void submitCode(code)}
      onResend={() => void send(sent.email, "code")}
      onLink={() => {
        setMethod("link");
        setSent(undefined);
        if (cooldown.seconds === 0) void send(sent.email, "link");
      }}
      onBack={() => {
        setNotice(undefined);
        setSent(undefined);
      }}
    />
  );
}

/** The code that the address says was sent, by this page before it was loaded anew. */
function sentBefore({ email, method, session, code, token }: Record<string, string | undefined>) {
  if (!email || !session || code || token || method === "link") return undefined;
  return { email, method: "code", sessionId: session } satisfies Sent;
}
