import type { HelpRequest } from "@souffleur/contracts/desk";
import {
  Button,
  CloseIcon,
  HelpIcon,
  IconButton,
  serverNow,
  useCallsOnScreen,
  useNow,
} from "@souffleur/shared-ui";
import { useJoin } from "@souffleur/shared-ui/help";
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./help-request-card.module.css";

/** How long the card says that the shown request is over, so that a press on its way meets nothing else. */
const overMs = 2500;

/** A request that is withdrawn and made again is another one. */
export const requestKey = ({ callId, help }: HelpRequest) => `${callId} ${help?.askedAt}`;

export const askingText = ({ agentName }: HelpRequest) =>
  agentName ? t("{agentName} asks for help", { agentName }) : t("An agent asks for help");

interface HelpRequestCardProps {
  /** The requests that nobody has accepted, oldest first, without the user's own. */
  open: readonly HelpRequest[];
  /** Also those that somebody has accepted. */
  all: readonly HelpRequest[];
  userId: string;
}

/**
 * The oldest request, on every screen but the one that shows its call, until somebody helps or the user hides it. It floats,
 * so that the page below stays where it is, and it stays itself for a moment after the request is over.
 */
export function HelpRequestCard({ open, all, userId }: HelpRequestCardProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<HelpRequest>();
  const [over, setOver] = useState<string>();
  const onScreen = useCallsOnScreen();
  const waiting = open.filter(
    (request) => !hidden.has(requestKey(request)) && !onScreen.includes(request.callId),
  );
  const current = shown && waiting.find(({ callId }) => callId === shown.callId);
  const isOnScreen = shown !== undefined && onScreen.includes(shown.callId);
  if (isOnScreen) setShown(undefined);
  if (shown === undefined && waiting[0] !== undefined) setShown(waiting[0]);
  if (shown !== undefined && !isOnScreen && current === undefined && over === undefined)
    setOver(overText(shown, all, userId));
  if (current !== undefined && over !== undefined) setOver(undefined);
  useEffect(() => {
    if (over === undefined) return undefined;
    const next = () => {
      setShown(undefined);
      setOver(undefined);
    };
    const timer = setTimeout(next, over === "" ? 0 : overMs);
    return () => clearTimeout(timer);
  }, [over]);
  const hide = () => {
    if (current === undefined) return;
    setHidden((before) => new Set([...before, requestKey(current)]));
    setShown(undefined);
  };
  const announcement = useAnnouncement(open, over);
  const card = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(card, `${shown?.callId} ${over}`);
  const request = current ?? shown;
  return (
    <>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {request !== undefined && over !== "" && (
        <section
          ref={card}
          tabIndex={-1}
          data-help-request
          aria-label={t("Requests for help")}
          className={styles.card}
          {...keepFocus}
        >
          <Content
            // A press that started on the previous one must not accept the next.
            key={request.callId}
            request={request}
            others={waiting.length - 1}
            over={over}
            onHide={hide}
          />
        </section>
      )}
    </>
  );
}

interface ContentProps {
  request: HelpRequest;
  /** How many more agents ask for help. */
  others: number;
  /** Why the request is over. */
  over: string | undefined;
  onHide: () => void;
}

function Content({ request, others, over, onHide }: ContentProps) {
  const join = useJoin(request.callId);
  const { words } = request;
  if (over !== undefined)
    return (
      <div className={styles.content} data-over>
        <HelpIcon aria-hidden className={styles.icon} />
        <p className={styles.title}>{over}</p>
      </div>
    );
  return (
    <div className={styles.content}>
      <HelpIcon aria-hidden className={styles.icon} />
      <p className={styles.title}>
        <strong>{askingText(request)}</strong>
        <Since askedAt={request.help?.askedAt} />
      </p>
      <p lang="fr" title={words} className={styles.words}>
        {words}
      </p>
      <div className={styles.actions}>
        {others > 0 && (
          <Link to="/live-call/desk">
            {t("{others, plural, one {{others} more} other {{others} more}}", { others })}
          </Link>
        )}
        <Button small variant="primary" busy={join.isPending} onClick={() => join.mutate()}>
          {t("Join")}
        </Button>
      </div>
      <IconButton small label={t("Hide this request")} className={styles.hide} onClick={onHide}>
        <CloseIcon aria-hidden />
      </IconButton>
    </div>
  );
}

function Since({ askedAt = "" }: { askedAt: string | undefined }) {
  useNow(1000);
  const seconds = Math.max(0, Math.floor((serverNow() - Date.parse(askedAt)) / 1000));
  return (
    <span className={styles.since}>
      {seconds < 60
        ? t("for {seconds} s", { seconds })
        : t("for {minutes} min", { minutes: Math.floor(seconds / 60) })}
    </span>
  );
}

/** Why a request that was shown is no longer open; empty if the user has accepted or hidden it. */
function overText(shown: HelpRequest, all: readonly HelpRequest[], userId: string): string {
  const takenBy = all.find(({ callId }) => callId === shown.callId)?.help?.takenBy;
  if (takenBy?.userId === userId) return "";
  const agentName = shown.agentName || t("An agent");
  return takenBy === undefined
    ? t("{agentName} is no longer waiting for help.", { agentName })
    : t("{name} is helping {agentName}.", { name: takenBy.name, agentName });
}

/** Announces each request once when it arrives, and that the shown one is over; nothing twice when others remain. */
function useAnnouncement(open: readonly HelpRequest[], over: string | undefined): string {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [arrived, setArrived] = useState("");
  const keys = open.map(requestKey);
  const [first] = open;
  if (keys.length !== known.size || keys.some((key) => !known.has(key))) {
    setKnown(new Set(keys));
    const isNew = keys.some((key) => !known.has(key));
    const text = first === undefined ? "" : askingText(first);
    if (isNew) setArrived(open.length > 1 ? t("{count} ask for help", { count: open.length }) : text);
    else setArrived("");
  }
  return arrived || over || "";
}

/** Where a control with the focus goes with its request, the card gets it: Tab goes on from here. */
function useKeptFocus(card: { current: HTMLElement | null }, content: string) {
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has other controls
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) card.current?.focus();
  }, [card, content]);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // Removed controls send none: only the user has left by this.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      hasFocus.current = card.current?.contains(relatedTarget) === true;
    },
  };
}
