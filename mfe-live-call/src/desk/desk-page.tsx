import { isPlatformAdmin } from "@souffleur/contracts";
import { Button, EmptyState, ErrorState, Notice, Segmented, useSession } from "@souffleur/shared-ui";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { callOf, searchOf } from "../lib/call-search.ts";
import { useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { AwaySwitch } from "../screen/help/away-switch.tsx";
import { t } from "../texts/texts.ts";
import styles from "./desk.module.css";
import { TeamList, TeamSummary } from "./team-list.tsx";
import { useWall } from "./use-wall.ts";
import { WallList } from "./wall-list.tsx";
import { openButtonId } from "./wall-row.tsx";
import { WatchedCall } from "./watched-call.tsx";

/** The organization's running calls, its team's presence, and the call that the user watches. */
export default function DeskPage() {
  const { user, organization } = useSession();
  if (user === null) return null;
  if (isPlatformAdmin(user.role, organization))
    return (
      <div className={styles.desk}>
        <header className={styles.header}>
          <h1 tabIndex={-1}>{t("Live calls")}</h1>
        </header>
        <EmptyState>
          {t("Conversations belong to their organization: only its own members follow them.")}
        </EmptyState>
      </div>
    );
  return <Desk userId={user.id} />;
}

function Desk({ userId }: { userId: string }) {
  const { store, setShown, refusal, isLoading, isFailed, retry } = useWall();
  const calls = useStore(store, (wall) => wall.calls);
  const isWhole = useStore(store, (wall) => wall.isWhole);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const opened = callOf(search);
  const title = useRef<HTMLHeadingElement>(null);
  const lastOpened = useRef<string>(undefined);
  useEffect(() => {
    const last = lastOpened.current;
    lastOpened.current = opened ?? undefined;
    // The focus was inside the call that was closed.
    if (opened === null && last !== undefined && document.activeElement === document.body)
      (document.getElementById(openButtonId(last)) ?? title.current)?.focus();
  }, [opened]);
  const isPhone = useMediaQuery("(max-width: 759px)");
  const [view, setView] = useState<"calls" | "team">("calls");
  const open = (callId: string | undefined) =>
    navigate({ pathname, search: callId === undefined ? "" : searchOf(callId) });
  const showsWall = !isPhone || (opened === null && view === "calls");
  const showsTeam = opened === null && (!isPhone || view === "team");
  const isKnown = isWhole || !isLoading;
  return (
    <div className={styles.desk} data-opened={opened !== null}>
      <header className={styles.header}>
        <h1 ref={title} tabIndex={-1}>
          {t("Live calls")}
        </h1>
        {isKnown && (
          <span className={styles.count}>
            {t("{count, plural, one {{count} call} other {{count} calls}}", { count: calls.size })}
          </span>
        )}
        <div className={styles.tools}>
          <AwaySwitch />
          <NotifyButton />
        </div>
        {isPhone && opened === null && (
          <Segmented
            label={t("View")}
            value={view}
            options={[
              { value: "calls", label: t("Calls") },
              { value: "team", label: t("Team") },
            ]}
            onChange={setView}
          />
        )}
      </header>
      {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
      {showsWall && (
        <section aria-label={t("Running calls")} className={styles.wall}>
          {isFailed && !isWhole ? (
            <ErrorState onRetry={retry}>{t("The running calls could not be loaded.")}</ErrorState>
          ) : (
            <WallList
              store={store}
              isKnown={isKnown}
              opened={opened}
              onOpen={(callId) =>
                calls.get(callId)?.agentId === userId ? navigate("/live-call") : open(callId)
              }
              onShown={setShown}
            />
          )}
        </section>
      )}
      {!isPhone && <TeamSummary store={store} />}
      {opened !== null && (
        <WatchedCall key={opened} callId={opened} wall={store} onClose={() => open(undefined)} />
      )}
      {showsTeam && <TeamList store={store} />}
    </div>
  );
}

/** Asks for permission to show requests for help as notifications while another window is in front. */
function NotifyButton() {
  const [permission, setPermission] = useState(() =>
    "Notification" in window ? Notification.permission : "denied",
  );
  if (permission !== "default") return null;
  return (
    <Button onClick={() => void askToNotify().then(setPermission)}>
      {t("Notify me of requests for help")}
    </Button>
  );
}

/** The user's answer; "denied" in a browser that can't ask here. */
async function askToNotify(): Promise<NotificationPermission> {
  try {
    // Older browsers pass the answer to a callback, and then have it as their state.
    return (await Notification.requestPermission()) ?? Notification.permission;
  } catch (error) {
    console.warn("This browser can't ask for permission to notify", error);
    return "denied";
  }
}
