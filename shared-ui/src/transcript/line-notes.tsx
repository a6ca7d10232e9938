import {
  addLineNote,
  answerLineNote,
  closeLineNote,
  coachingLimits,
  type LineNote,
} from "@souffleur/contracts/coaching";
import {
  Badge,
  Button,
  ConversationIcon,
  call,
  keyOf,
  RequestError,
  TextAreaField,
  sharedText as t,
  toast,
} from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { flushSync } from "react-dom";
import styles from "./line-notes.module.css";
import type { Bubble } from "./merge-fragments.ts";
import { hasNoteDraft, useNoteDraft } from "./note-draft.ts";
import type { LineNotes } from "./use-line-notes.ts";

/** A line of a conversation with its notes, and a button that writes one. */
export function NotedLine({
  bubble,
  lineNotes,
  children,
}: {
  bubble: Bubble;
  lineNotes: LineNotes;
  children: ReactElement;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { callId, userId, notes, mayWrite, renew } = lineNotes;
  const numbers = [...bubble.fragments, ...bubble.repeats].map(({ seq }) => seq);
  const seq = numbers[0];
  const place = `${userId}.${callId}.${seq}`;
  const { isWriting, setWriting } = useWriting(place);
  const own = notes.filter((note) => numbers.includes(note.seq));
  const close = () => {
    // The button is not there before.
    flushSync(() => setWriting(false));
    button.current?.focus();
  };
  return (
    <div className={styles.line} data-sender={bubble.sender}>
      {children}
      {mayWrite && seq !== undefined && !isWriting && (
        <Button
          ref={button}
          small
          variant="quiet"
          aria-label={t("Write a note on: {text}", { text: bubble.text })}
          className={styles.write}
          onClick={() => setWriting(true)}
        >
          <ConversationIcon aria-hidden />
          <span>{t("Note")}</span>
        </Button>
      )}
      {own.map((note) => (
        <Note key={note.id} note={note} lineNotes={lineNotes} />
      ))}
      {isWriting && seq !== undefined && (
        <NoteForm
          key={place}
          place={place}
          label={t("Note on this line")}
          save={(text, id) => call(addLineNote, { params: { callId }, body: { seq, text, id } })}
          onSaved={() => void renew().then(close)}
          onCancel={close}
        />
      )}
    </div>
  );
}

/** A note with its answer; its agent answers it; people who may write one may close it, too. */
export function Note({
  note,
  lineNotes,
}: {
  note: LineNote;
  lineNotes: Pick<LineNotes, "userId" | "isAgent" | "mayWrite" | "renew">;
}) {
  const { userId, isAgent, mayWrite, renew } = lineNotes;
  const { id: noteId, callId, text, author, answer, closedAt } = note;
  const params = { callId, noteId };
  const place = `${userId}.${callId}.${noteId}`;
  const { isWriting: isAnswering, setWriting: setAnswering } = useWriting(place);
  const answerButton = useRef<HTMLButtonElement>(null);
  const stopAnswering = () => {
    flushSync(() => setAnswering(false));
    answerButton.current?.focus();
  };
  const close = useMutation({
    mutationFn: () => call(closeLineNote, { params }),
    onSuccess: renew,
    onError: (error) => toast.error(failureOf(error)),
  });
  return (
    <div className={styles.note}>
      <p className={styles.head}>
        <span>{author.userId === userId ? t("Your note") : t("Note by {name}", { name: author.name })}</span>
        {closedAt !== undefined && <Badge tone="success">{t("Closed")}</Badge>}
      </p>
      <p className={styles.text}>{text}</p>
      {answer !== undefined && (
        <p className={styles.text}>
          <span className={styles.by}>{`${isAgent ? t("Your answer") : t("The agent's answer")} `}</span>
          <span>{answer}</span>
        </p>
      )}
      {isAnswering ? (
        <NoteForm
          key={place}
          place={place}
          label={t("Your answer")}
          initial={answer}
          save={(given) => call(answerLineNote, { params, body: { text: given } })}
          onSaved={() => void renew().then(stopAnswering)}
          onCancel={stopAnswering}
        />
      ) : (
        closedAt === undefined && (
          <div className={styles.actions}>
            {isAgent && (
              <Button ref={answerButton} small onClick={() => setAnswering(true)}>
                {answer === undefined ? t("Answer") : t("Change the answer")}
              </Button>
            )}
            {(isAgent || mayWrite) && (
              <Button small variant="quiet" busy={close.isPending} onClick={() => close.mutate()}>
                {t("Close note")}
              </Button>
            )}
          </div>
        )
      )}
    </div>
  );
}

/** Whether a form is open: the one that was opened, or that has something typed from before. */
function useWriting(place: string) {
  const [opened, setOpened] = useState<string>();
  const [closed, setClosed] = useState<string>();
  return {
    isWriting: place === opened || (place !== closed && hasNoteDraft(place)),
    setWriting(isWriting: boolean) {
      setOpened(isWriting ? place : undefined);
      setClosed(isWriting ? undefined : place);
    },
  };
}

interface NoteFormProps {
  /** The user, the call and the line or note. */
  place: string;
  label: string;
  initial?: string | undefined;
  /** @param id stays the same for a text that is sent again after a lost answer */
  save: (text: string, id: string) => Promise<unknown>;
  onSaved: () => void;
  onCancel: () => void;
}

function NoteForm({ place, label, initial = "", save, onSaved, onCancel }: NoteFormProps) {
  const { text, id, isOld, write, forget } = useNoteDraft(place, initial);
  const [isAsked, setAsked] = useState(false);
  const saving = useMutation({
    mutationFn: () => save(text.trim(), id),
    onSuccess() {
      forget();
      onSaved();
    },
  });
  const cancel = () => {
    forget();
    onCancel();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !saving.isPending) saving.mutate();
      }}
    >
      <TextAreaField
        label={label}
        rows={2}
        autoFocus={!isOld}
        maxLength={coachingLimits.noteMax}
        value={text}
        error={saving.error === null ? undefined : failureOf(saving.error)}
        hint={isAsked ? t("Close again to discard what you typed.") : undefined}
        onChange={({ target }) => {
          write(target.value);
          setAsked(false);
        }}
        onKeyDown={(event) => {
          if (keyOf(event.nativeEvent) !== "Escape") return;
          event.stopPropagation();
          if (text === initial || isAsked) cancel();
          else setAsked(true);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" small variant="primary" disabled={text.trim() === ""} busy={saving.isPending}>
          {t("Save")}
        </Button>
        <Button small variant="quiet" onClick={cancel}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}

const failureOf = (error: Error) =>
  error instanceof RequestError ? error.message : t("The note could not be saved. Try again.");
