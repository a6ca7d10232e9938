import type { Whisper } from "@souffleur/contracts/desk";
import { Badge, useSession } from "@souffleur/shared-ui";
import { formatClock } from "@souffleur/shared-ui/transcript";
import { localTime } from "../call/follow-call.ts";
import { type Text, t } from "../texts/texts.ts";
import { shownAtMost } from "./use-whispers.ts";
import styles from "./whispers.module.css";

const states = {
  sent: ["Sent", "neutral"],
  delivered: ["Delivered", "neutral"],
  seen: ["Seen", "accent"],
  dismissed: ["Dismissed", "neutral"],
  used: ["Used", "success"],
} as const satisfies Record<Whisper["state"], readonly [Text, string]>;

/** The call's whispers with their states, the newest first; an empty list keeps its place. */
export function SentWhispers({ whispers, isFailed }: { whispers: readonly Whisper[]; isFailed: boolean }) {
  const userId = useSession().user?.id;
  return (
    <section aria-labelledby="sent-whispers-title" className={styles.sent}>
      <h3 id="sent-whispers-title">{t("Sent whispers")}</h3>
      {isFailed && <p role="alert">{t("The whispers could not be loaded.")}</p>}
      {!isFailed && whispers.length === 0 && <p>{t("Whispers and their state appear here.")}</p>}
      {whispers.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        <ul aria-label={t("Sent whispers")} tabIndex={0}>
          {whispers
            .slice(-shownAtMost)
            .reverse()
            .map(({ id, text, sender, timestamp, state, said }) => (
              <li key={id}>
                <p lang="fr">{text}</p>
                <span className={styles.at}>
                  {`${sender.userId === userId ? t("You") : sender.name}, ${formatClock(localTime(timestamp))}`}
                </span>
                <Badge tone={states[state][1]}>{t(states[state][0])}</Badge>
                {said && <Badge tone="success">{t("Said")}</Badge>}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
