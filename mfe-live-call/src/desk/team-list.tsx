import { may } from "@souffleur/contracts";
import { type Presence, presences, type TeamMember } from "@souffleur/contracts/desk";
import { Badge, Skeleton, useNow, useSession } from "@souffleur/shared-ui";
import { localTime } from "../call/follow-call.ts";
import { type Store, useStore } from "../lib/store.ts";
import { type Text, t } from "../texts/texts.ts";
import styles from "./team.module.css";
import type { Wall } from "./wall-state.ts";

const states = {
  available: ["Available", "success"],
  "in-call": ["In a call", "accent"],
  "wrapping-up": ["Wrapping up", "warning"],
  online: ["Online", "neutral"],
  away: ["Away", "neutral"],
  offline: ["Offline", "neutral"],
} as const satisfies Record<Presence | "online", readonly [Text, string]>;
type State = keyof typeof states;
const order = Object.keys(states) as State[];

/** People that follow the calls of others, and take none, are not available for one. */
const stateOf = ({ role, presence }: TeamMember): State =>
  presence === "available" && may(role, "viewAllCalls") ? "online" : presence;

/** The team's presence, those who can take a call first. */
export function TeamList({ store }: { store: Store<Wall> }) {
  const userId = useSession().user?.id;
  const team = useStore(store, (wall) => wall.team);
  const isWhole = useStore(store, (wall) => wall.isWhole);
  const now = useNow(15_000);
  const shown = team.map((member) => ({ ...member, state: stateOf(member) }));
  const sorted = shown.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
    <section aria-labelledby="team-title" tabIndex={0} className={styles.team}>
      <h2 id="team-title">{t("Team")}</h2>
      {!isWhole && (
        <div role="status" aria-label={t("Loading the team")}>
          <Skeleton height={120} />
        </div>
      )}
      <ul>
        {sorted.map((member) => (
          <li key={member.userId} className={styles.member}>
            <span className={styles.name}>{member.userId === userId ? t("You") : member.name}</span>
            <Badge tone={states[member.state][1]}>{t(states[member.state][0])}</Badge>
            <span className={styles.since}>{sinceText(member, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many of the team are present, in a line that stays when a call takes the place of the list. */
export function TeamSummary({ store }: { store: Store<Wall> }) {
  const team = useStore(store, (wall) => wall.team);
  const counted = presences
    .filter((presence) => presence !== "offline")
    .map((presence) => ({ presence, count: team.filter((one) => stateOf(one) === presence).length }));
  return (
    <ul aria-label={t("Team")} className={styles.summary}>
      {counted.map(({ presence, count }) => (
        <li key={presence}>
          <Badge tone={count === 0 ? "neutral" : states[presence][1]}>
            {t("{state}: {count}", { state: t(states[presence][0]), count })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function sinceText({ since }: TeamMember, now: number): string {
  if (since === undefined) return "";
  const minutes = Math.max(0, Math.floor((now - localTime(since)) / 60_000));
  if (minutes < 1) return t("Just now");
  if (minutes < 60) return t("for {minutes} min", { minutes });
  return minutes < 24 * 60
    ? t("for {hours} h", { hours: Math.floor(minutes / 60) })
    : t("for {days} d", { days: Math.floor(minutes / 1440) });
}
