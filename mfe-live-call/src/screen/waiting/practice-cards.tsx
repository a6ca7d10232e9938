import { ScenarioName, scenarioNames } from "@souffleur/contracts";
import { Button, MicrophoneIcon } from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { type RefObject, useId, useLayoutEffect, useRef } from "react";
import type { LiveCall } from "../../call/live-call.ts";
import { practiceCalls } from "../../call/practice-calls.ts";
import { useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./practice-cards.module.css";

interface PracticeCardsProps {
  live: LiveCall;
  /** The chosen card's button. */
  start: RefObject<HTMLButtonElement | null>;
  /** Takes the focus when the call begins, so that a repeated press hits nothing that came in the button's place. */
  controls: RefObject<HTMLElement | null>;
}

/** The scripted calls that an agent may practice with; the chosen one has the button that starts it. */
export function PracticeCards({ live, start, controls }: PracticeCardsProps) {
  const name = useId();
  const [chosen, choose] = useKeptState<ScenarioName>("souffleur.practice-call", "discovery");
  const isConnecting = useStore(live.store, ({ call }) => call.status === "connecting");
  const cards = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const own = cards.current;
    return () => {
      if (own?.contains(document.activeElement)) controls.current?.focus({ preventScroll: true });
    };
  }, [controls]);
  return (
    <fieldset ref={cards} className={styles.cards}>
      <legend>{t("Practice calls")}</legend>
      {scenarioNames.map((scenario) => {
        const isChosen = scenario === chosen;
        return (
          <div key={scenario} className={styles.card} data-chosen={isChosen || undefined}>
            <label>
              <input
                type="radio"
                name={name}
                value={scenario}
                checked={isChosen}
                aria-disabled={isConnecting}
                onChange={({ target }) => isConnecting || choose(ScenarioName.parse(target.value))}
              />
              <span className={styles.title}>{t(practiceCalls[scenario].title)}</span>
              <span className={styles.description}>{t(practiceCalls[scenario].description)}</span>
            </label>
            {isChosen && (
              <Button
                ref={start}
                variant="primary"
                wide
                busy={isConnecting}
                onClick={() => void live.startTestCall(scenario)}
              >
                {!isConnecting && <MicrophoneIcon aria-hidden />}
                <span>{t("Test Live Transcription")}</span>
              </Button>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
