import { clearRemoteOverride, type RemoteOverride, type RemoteOverrides } from "@souffleur/contracts";
import { Badge, Button, call, request, useSession } from "@souffleur/shared-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { pageOverrides } from "../development/page-overrides.ts";
import { t } from "../texts/texts.ts";
import styles from "./development-panel.module.css";
import { forgetOverride, formerOverrides, keepOverrides } from "./former-overrides.ts";
import { linkToOverride } from "./override-link.ts";
import { refusalText } from "./refusal-text.ts";
import { type Builds, useBuilds, useFailures } from "./use-builds.ts";

/**
 * Shows on every screen, in a separate React root, which remotes are replaced in this browser and what is wrong with them,
 * and offers again what was replaced in an earlier session of the user.
 */
export function showDevelopmentPanel(): void {
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<DevelopmentPanel overrides={pageOverrides()} />);
}

export function DevelopmentPanel({ overrides }: { overrides: RemoteOverrides }) {
  const { loading, user } = useSession();
  const userId = user?.id ?? null;
  useEndWithSession(overrides);
  const failures = useFailures();
  const [forgotten, setForgotten] = useState<readonly string[]>([]);
  const replaced = overrides.map(({ remote }) => remote);
  const former = loading ? [] : formerOverrides(userId);
  const offered = former.filter(({ remote }) => ![...replaced, ...forgotten].includes(remote));
  if (overrides.length === 0 && isWatchedHere()) return <Watched failures={failures} />;
  if (overrides.length === 0 && offered.length === 0) return null;
  return (
    <Panel label={t("Replaced remotes")}>
      {overrides.map((override) => (
        <Replaced
          key={override.remote}
          override={override}
          failure={failures[override.remote]}
          onOff={() => forgetOverride(userId, override.remote)}
        />
      ))}
      {offered.map((override) => (
        <Offered
          key={override.remote}
          override={override}
          onForget={() => {
            forgetOverride(userId, override.remote);
            setForgotten([...forgotten, override.remote]);
          }}
        />
      ))}
    </Panel>
  );
}

function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={styles.panel}>
      {children}
    </aside>
  );
}

interface ReplacedProps {
  override: RemoteOverride;
  failure: string | undefined;
  /** Called before it is switched off on request. */
  onOff: () => void;
}

function Replaced({ override: { remote, address }, failure, onOff }: ReplacedProps) {
  const builds = useBuilds(address);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    try {
      await call(clearRemoteOverride, { query: { remote } });
      onOff();
      location.reload();
    } catch (error) {
      setBusy(false);
      setRefusal(refusalText(error));
    }
  };
  const state = stateOf(remote, builds, failure);
  return (
    <Row name={remote} address={address} details={state.details}>
      <Badge role="status" tone={refusal === undefined ? state.tone : "danger"}>
        {refusal ?? state.text}
      </Badge>
      <Button
        small
        busy={busy}
        aria-label={t("Switch off {remote}", { remote })}
        onClick={() => void switchOff()}
      >
        {t("Switch off")}
      </Button>
    </Row>
  );
}

function Offered({
  override: { remote, address },
  onForget,
}: {
  override: RemoteOverride;
  onForget: () => void;
}) {
  return (
    <Row name={remote} address={address}>
      <Badge>{t("until your last session")}</Badge>
      <Button
        small
        aria-label={t("Replace {remote} again", { remote })}
        onClick={() => location.assign(linkToOverride({ remote, address }))}
      >
        {t("Replace again")}
      </Button>
      <Button small variant="quiet" aria-label={t("Forget {remote}", { remote })} onClick={onForget}>
        {t("Forget")}
      </Button>
    </Row>
  );
}

/** In a page of `npm run dev`, where everything is watched: what is wrong, if anything is. */
function Watched({ failures }: { failures: Readonly<Record<string, string>> }) {
  const builds = useBuilds(location.origin);
  const names = [...new Set([...Object.keys(builds.last), ...Object.keys(failures)])];
  const wrong = names
    .map((name) => ({ name, state: stateOf(name, { ...builds, answering: true }, failures[name]) }))
    .filter(({ state }) => state.tone === "danger");
  if (wrong.length === 0) return null;
  return (
    <Panel label={t("Development")}>
      {wrong.map(({ name, state }) => (
        <Row key={name} name={name} details={state.details}>
          <Badge role="status" tone={state.tone}>
            {state.text}
          </Badge>
        </Row>
      ))}
    </Panel>
  );
}

interface RowProps {
  name: string;
  address?: string;
  details?: string | undefined;
  children: ReactNode;
}

function Row({ name, address, details, children }: RowProps) {
  return (
    <div className={styles.row}>
      <p className={styles.text}>
        <strong>{name}</strong>
        {address !== undefined && <span>{` ${address.replace("http://", "")}`}</span>}
      </p>
      <div className={styles.actions}>{children}</div>
      {details && <pre className={styles.details}>{details}</pre>}
    </div>
  );
}

interface State {
  tone: "danger" | "warning";
  text: string;
  /** File, line and message of what is wrong. */
  details?: string;
}

function stateOf(name: string, { answering, last }: Builds, failure: string | undefined): State {
  const { errors = [], problems = [] } = last[name] ?? {};
  if (answering === false) return { tone: "danger", text: t("does not answer") };
  if (errors.length > 0) return { tone: "danger", text: t("does not compile"), details: errors.join("\n\n") };
  if (failure !== undefined) return { tone: "danger", text: t("has failed"), details: failure };
  if (problems.length > 0)
    return { tone: "danger", text: t("remote.json is wrong"), details: problems.join("\n") };
  return { tone: "warning", text: t("your machine") };
}

/** Whether the page's own origin is a development server. */
function isWatchedHere(): boolean {
  return Reflect.has(globalThis, "souffleurBuilds");
}

/**
 * Ends the overrides and reloads the page at a sign-in or sign-out. Otherwise code from the developer's machine would stay
 * in the page and act with the next user's session. They are kept for this user's next session.
 */
function useEndWithSession(overrides: RemoteOverrides): void {
  const { loading, user } = useSession();
  const before = useRef<string | null | undefined>(undefined);
  const now = user?.id ?? null;
  useEffect(() => {
    if (loading || overrides.length === 0 || before.current === now) return;
    const isFirst = before.current === undefined;
    before.current = now;
    if (isFirst) {
      keepOverrides(now, overrides);
      return;
    }
    void request(clearRemoteOverride)
      .catch(() => undefined)
      .finally(() => location.reload());
  }, [loading, now, overrides]);
}
