import { Badge, Button, CheckIcon, EndCallIcon, language } from "@souffleur/shared-ui";
import type { LiveCall } from "../../call/live-call.ts";
import { bestReply } from "../../call/suggestion-state.ts";
import { useStore } from "../../lib/store.ts";
import { openWhisper } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import { lastClientText } from "../../transcript/turns.ts";
import { CallTimer } from "../call-timer.tsx";
import { HelpButton } from "../help/help-button.tsx";
import { actionsElsewhere } from "../suggestions/suggestion-actions.ts";
import { useEndCall } from "../use-end-call.ts";
import styles from "./call-bar.module.css";

/** The running call on other screens: what the client said last, the best reply, help, and its end. */
export function CallBar({ live }: { live: LiveCall }) {
  const { store } = live;
  const call = useStore(store, (state) => state.call);
  const said = useStore(store, ({ conversation }) => lastClientText(conversation));
  const endCall = useEndCall(live);
  if (call.status !== "active" && call.status !== "connecting") return null;
  return (
    <>
      <div className={styles.room} />
      <section data-call-bar aria-label={t("Running call")} className={styles.bar}>
        <div className={styles.state}>
          <Badge tone={call.status === "active" ? "success" : "warning"}>
            {t(call.status === "active" ? "Active" : "Connecting")}
          </Badge>
          <CallTimer call={call} className={styles.timer} />
        </div>
        <p lang="fr" className={styles.said} title={said}>
          {said}
        </p>
        <BestReply live={live} />
        <div className={styles.actions}>
          <HelpButton store={store} />
          <Button variant="danger" onClick={endCall}>
            <EndCallIcon aria-hidden />
            <span>{t("End Call")}</span>
          </Button>
        </div>
      </section>
    </>
  );
}

/** A whisper comes before it. */
function BestReply({ live }: { live: LiveCall }) {
  const slots = useStore(live.store, ({ suggestions }) => suggestions);
  const actions = actionsElsewhere(live);
  const reply = useStore(live.store, bestReply);
  const best = openWhisper(slots) ?? reply;
  if (best === undefined) return <p className={styles.reply} />;
  const { suggestion, done, isPast } = best;
  return (
    <div className={styles.reply} data-whisper={suggestion.provider === "coach" || undefined}>
      <p lang="fr" className={styles.text} data-past={isPast} title={suggestion.text}>
        {suggestion.from !== undefined && (
          <span lang={language}>{`${t("{name}:", { name: suggestion.from.split(" ")[0] ?? "" })} `}</span>
        )}
        <span>{suggestion.text}</span>
      </p>
      {done?.as === "used" ? (
        <CheckIcon aria-label={t("Said")} />
      ) : (
        <Button
          // A press that started on the previous one must not use the next.
          key={suggestion.id}
          small
          variant="primary"
          disabled={slots.drafts.has(suggestion.id)}
          onClick={() => actions.use(suggestion)}
        >
          {t("Use")}
        </Button>
      )}
    </div>
  );
}
