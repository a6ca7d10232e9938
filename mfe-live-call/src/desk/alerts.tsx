import { Badge, Button, ShowIcon, useSession } from "@souffleur/shared-ui";
import { useJoin } from "@souffleur/shared-ui/help";
import { elapsed } from "@souffleur/shared-ui/transcript";
import { localTime } from "../call/follow-call.ts";
import { t } from "../texts/texts.ts";
import styles from "./alerts.module.css";
import { intentText } from "./intent-text.ts";
import { useMayCoach } from "./use-may-coach.ts";
import type { WallCall } from "./wall-state.ts";

interface AlertsProps {
  call: WallCall;
  /** In ms since the epoch. */
  now: number;
}

/** What needs attention in a call, the most urgent first. */
export function Alerts({ call, now }: AlertsProps) {
  const userId = useSession().user?.id;
  const { help, quietSince, mention, audio, watchers = [], watcherIds = [] } = call;
  return (
    <>
      {help && help.takenBy === undefined && (
        <Badge tone="danger">{askingText(secondsSince(help.askedAt, now))}</Badge>
      )}
      {help?.takenBy && (
        <Badge tone="accent">
          {help.takenBy.userId === userId
            ? t("You're helping")
            : t("{name} is helping", { name: help.takenBy.name })}
        </Badge>
      )}
      {audio !== undefined && audio !== "good" && (
        <Badge tone={audio === "lost" ? "danger" : "warning"}>
          {t(audio === "lost" ? "Audio lost" : "Audio gaps")}
        </Badge>
      )}
      {quietSince !== undefined && (
        <Badge tone="warning">
          {t("Quiet for {seconds} s", { seconds: Math.max(30, secondsSince(quietSince, now)) })}
        </Badge>
      )}
      {mention && (
        <Badge title={t("Mentioned by the client")}>
          <span className="visually-hidden">{t("Mentioned by the client")}</span>
          <span>{intentText(mention.intent)}</span>
        </Badge>
      )}
      {watchers.length > 0 && (
        <Watchers names={watchers.map((name, at) => (watcherIds[at] === userId ? t("You") : name))} />
      )}
    </>
  );
}

function Watchers({ names }: { names: readonly string[] }) {
  const text = t("{count} looking on: {names}", { count: names.length, names: names.join(", ") });
  return (
    <Badge title={text}>
      <ShowIcon aria-hidden className={styles.eye} />
      <span aria-hidden>{names.length}</span>
      <span className="visually-hidden">{text}</span>
    </Badge>
  );
}

/** Accepts a request for help; nothing where there is none to accept, it is the user's own, or they may not help. */
export function JoinButton({ call: { callId, agentId, help } }: { call: WallCall }) {
  const userId = useSession().user?.id;
  const join = useJoin(callId);
  const mayCoach = useMayCoach();
  if (!mayCoach || help === undefined || help.takenBy !== undefined || agentId === userId) return null;
  return (
    <Button small variant="primary" busy={join.isPending} onClick={() => join.mutate()}>
      {t("Join")}
    </Button>
  );
}

function askingText(seconds: number): string {
  return seconds < 60
    ? t("Asks for help · {seconds} s", { seconds })
    : t("Asks for help · {minutes} min", { minutes: Math.floor(seconds / 60) });
}

function secondsSince(moment: string, now: number): number {
  return elapsed(localTime(moment), now);
}
