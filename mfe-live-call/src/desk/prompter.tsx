import type { PrompterSuggestion, Whisper } from "@souffleur/contracts/desk";
import { Badge, Button, toast } from "@souffleur/shared-ui";
import { errorText } from "../lib/request-errors.ts";
import { t } from "../texts/texts.ts";
import { useMayCoach } from "./use-may-coach.ts";
import { useSendWhisper } from "./use-whispers.ts";
import styles from "./whispers.module.css";

/** What the agent has on the prompter, in its order and with its keys; a press whispers one of them. An empty list keeps its place. */
export function Prompter({
  callId,
  suggestions,
  whispers,
}: {
  callId: string;
  suggestions: readonly PrompterSuggestion[];
  whispers: readonly Whisper[];
}) {
  const { send } = useSendWhisper(callId);
  const mayCoach = useMayCoach();
  const whisper = (text: string) =>
    send.mutate(text, {
      onError: (error) => toast.error(errorText(error, t("The whisper could not be sent. Try again."))),
    });
  return (
    <section aria-labelledby="prompter-title" className={styles.prompter}>
      <h3 id="prompter-title">{t("On the agent's prompter")}</h3>
      {suggestions.length === 0 ? (
        <p>{t("Suggestions appear here as the agent gets them.")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        <ul aria-labelledby="prompter-title" tabIndex={0}>
          {suggestions.map(({ id, text, place }) => (
            <li key={id}>
              <p>
                {place !== undefined && <span className={styles.place}>{place}</span>}
                <span lang="fr">{text}</span>
              </p>
              {whispers.some((one) => one.text === text) ? (
                <Badge tone="success">{t("Whispered")}</Badge>
              ) : !mayCoach ? null : (
                <Button
                  small
                  aria-label={t("Whisper this: {text}", { text })}
                  busy={send.isPending && send.variables === text}
                  onClick={() => send.isPending || whisper(text)}
                >
                  {t("Whisper this")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
