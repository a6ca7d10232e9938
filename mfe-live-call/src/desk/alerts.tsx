import { Badge, Button, ShowIcon } from "@souffleur/shared-ui";
import { useJoin } from "@souffleur/shared-ui/help";
import { localTime } from "../call/follow-call.ts";
import { t } from "../texts/texts.ts";
import styles from "./alerts.module.css";
import { intentText } from "./intent-text.ts";
import type { WallCall } from "./wall-state.ts";

/** The signed-in user: the screen says "You" to them. */
export interface Me {
  id: string;
}

interface AlertsProps {
  call: WallCall;
  me: Me;
  /** In ms since the epoch. */
  now: number;
}

/** What needs attention in a call, the most urgent first. */
export function Alerts({ call, me, now }: AlertsProps) {
  const { help, quietSince, mention, audio, watchers = [], watcherIds = [] } = call;
  return (
    <>
      {help && help.takenBy === undefined && (
        <Badge tone="danger">{askingText(secondsSince(help.askedAt, now))}</Badge>
      )}
      {help?.takenBy && (
        <Badge tone="accent">
          {help.takenBy.userId === me.id
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
        <Watchers names={watchers.map((name, at) => (watcherIds[at] === me.id ? t("You") : name))} />
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

/** Accepts a request for help; `mayJoin` says where it stands. */
export function JoinButton({ callId }: { callId: string }) {
  const join = useJoin(callId);
  return (
    <Button small variant="primary" busy={join.isPending} onClick={() => join.mutate()}>
      {t("Join")}
    </Button>
  );
}

/** Whether the user is offered to join. */
export const mayJoin = ({ help, agentId }: WallCall, me: Me) =>
  help !== undefined && help.takenBy === undefined && agentId !== me.id;

function askingText(seconds: number): string {
  return seconds < 60
    ? t("Asks for help · {seconds} s", { seconds })
    : t("Asks for help · {minutes} min", { minutes: Math.floor(seconds / 60) });
}

function secondsSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - localTime(moment)) / 1000));
}
