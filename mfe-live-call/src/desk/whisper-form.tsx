import { deskLimits, listReplies } from "@souffleur/contracts/desk";
import { fold } from "@souffleur/contracts/fold";
import { Badge, Button, call, classNames, keyOf } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { errorText } from "../lib/request-errors.ts";
import { t } from "../texts/texts.ts";
import { intentText } from "./intent-text.ts";
import { useSendWhisper, useUnsentWhisper } from "./use-whispers.ts";
import styles from "./whispers.module.css";

/** The list gets shorter with each letter that is typed. */
const offeredMax = 30;
const countFrom = deskLimits.whisperMax - 100;

/** A field for a sentence to the agent: Enter sends it, and `/` chooses a reply of the playbook. */
export function WhisperForm({ callId, agentName }: { callId: string; agentName: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, changeText] = useUnsentWhisper(callId);
  const setText = (next: string) => changeText(() => next);
  const [chosen, setChosen] = useState(0);
  const replies = useReplies(callId, text);
  const { isChoosing, offered } = replies;
  const { send, forgetSent } = useSendWhisper(callId, (sent) => {
    // Text that was written meanwhile stays.
    changeText((now) => (now.trim() === sent ? "" : now));
    field.current?.focus();
  });
  const isTooLong = text.trim().length > deskLimits.whisperMax;
  const isReady = text.trim() !== "" && !isTooLong && !isChoosing;
  const submit = () => {
    if (isReady && !send.isPending) send.mutate(text.trim());
  };
  const type = (typed: string) => {
    if (!isChoosing && isQuery(typed)) replies.renew();
    setText(typed);
    setChosen(0);
    forgetSent();
    if (!send.isPending) send.reset();
  };
  const choose = (index: number) => {
    const reply = offered[index];
    if (reply === undefined) return;
    setText(reply.text);
    setChosen(0);
    field.current?.focus();
  };

  const opened = useOpenedToWhisper();
  useEffect(() => {
    if (opened !== undefined) field.current?.focus();
  }, [opened]);

  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event.nativeEvent);
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[key];
    if (step !== undefined && offered.length > 0)
      setChosen((at) => (at + step + offered.length) % offered.length);
    else if (key === "Enter" && !event.shiftKey) {
      if (isChoosing) choose(chosen);
      else submit();
    } else if (key === "Escape" && isChoosing) setText("");
    else return;
    event.preventDefault();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isChoosing && <Replies id={id} replies={replies} chosen={chosen} onChoose={choose} />}
      <label htmlFor={id}>{t("Whisper to {name}", { name: agentName })}</label>
      <div className={styles.field}>
        <textarea
          ref={field}
          id={id}
          rows={2}
          lang="fr"
          value={text}
          placeholder={t("A sentence, or / for the playbook")}
          aria-invalid={send.isError || isTooLong}
          aria-describedby={`${id}-below`}
          // A combobox has one line; a text box of several may have a list and its active option, too.
          aria-autocomplete="list"
          {...(isChoosing && { "aria-controls": `${id}-replies` })}
          {...(offered.length > 0 && { "aria-activedescendant": `${id}-${chosen}` })}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="primary" disabled={!isReady} busy={send.isPending}>
          {t("Send")}
        </Button>
      </div>
      <p
        id={`${id}-below`}
        aria-live="polite"
        className={classNames(styles.below, (send.isError || isTooLong) && styles.error)}
      >
        {send.isError
          ? failureOf(send.error, send.variables === text.trim() ? undefined : send.variables)
          : text.length >= countFrom
            ? t("{count} of {max} characters", { count: text.trim().length, max: deskLimits.whisperMax })
            : t("Only the agent reads it. Enter sends.")}
      </p>
    </form>
  );
}

/** Whether the call on the screen was opened in order to whisper; another value for each time. */
export function useOpenedToWhisper(): string | undefined {
  const { state, key } = useLocation();
  return (state as { whispers?: boolean } | null)?.whispers === true ? key : undefined;
}

/** Whether a text asks for replies of the playbook. */
const isQuery = (text: string) => text.startsWith("/");

/** The playbook's replies that have the words after a `/`, and a function that loads them anew. */
function useReplies(callId: string, text: string) {
  const [openings, setOpenings] = useState(0);
  const isChoosing = isQuery(text);
  const { data, isPending, isError } = useQuery({
    // Each time anew: what was just mentioned comes first, and the order does not change while the user chooses.
    queryKey: ["live-call", "replies", callId, openings],
    queryFn: async ({ signal }) => (await call(listReplies, { params: { callId } }, signal)).data.replies,
    enabled: isChoosing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const words = fold(text.slice(1)).split(/\s+/).filter(Boolean);
  const found = data?.filter(({ intent, text: reply }) => {
    const all = fold(`${intent} ${intentText(intent)} ${reply}`);
    return words.every((word) => all.includes(word));
  });
  const offered = (isChoosing && found?.slice(0, offeredMax)) || [];
  return { isChoosing, offered, isPending, isError, renew: () => setOpenings(openings + 1) };
}

interface RepliesProps {
  /** Of the field, which keeps the focus and handles the keys. */
  id: string;
  replies: ReturnType<typeof useReplies>;
  chosen: number;
  onChoose: (index: number) => void;
}

function Replies({ id, replies: { offered, isPending, isError }, chosen, onChoose }: RepliesProps) {
  const option = `${id}-${chosen}`;
  useEffect(() => {
    document.getElementById(option)?.scrollIntoView({ block: "nearest" });
  }, [option]);
  return (
    <div className={styles.replies}>
      <div id={`${id}-replies`} role="listbox" aria-label={t("Replies of the playbook")}>
        {offered.map((reply, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and has aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={reply.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={classNames(index === chosen && styles.chosen)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <span className={styles.intent}>
              <span>{intentText(reply.intent)}</span>
              {reply.mentioned && <Badge tone="accent">{t("Just mentioned")}</Badge>}
            </span>
            <span lang="fr">{reply.text}</span>
          </div>
        ))}
      </div>
      {offered.length === 0 && (
        <p role="status">
          {isPending
            ? t("Loading the playbook…")
            : isError
              ? t("The playbook could not be loaded.")
              : t("No reply has these words.")}
        </p>
      )}
    </div>
  );
}

/** @param sent the whisper, unless it is still in the field */
function failureOf(error: Error, sent: string | undefined): string {
  const what = errorText(error, t("The whisper could not be sent. Try again."));
  return sent === undefined ? what : t("“{sent}” was not sent: {what}", { sent, what });
}
