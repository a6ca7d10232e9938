import type { Onboarding, OnboardingStep } from "@souffleur/contracts";
import { Button, Card, CloseIcon, IconButton } from "@souffleur/shared-ui";
import { Link, useNavigate } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import styles from "./get-started.module.css";

interface Way {
  name: Text;
  text: Text;
  to: string;
  /** Passed to the screen in the history's state. */
  state?: object;
}

/** A practice call starts as soon as its screen is there. */
const practice = { to: "/live-call", state: { practice: true } };

const ways: Readonly<Record<OnboardingStep, Way>> = {
  "practice-call": {
    name: "Make a practice call",
    text: "A scripted client, nobody is called.",
    ...practice,
  },
  microphone: {
    name: "Allow your microphone",
    text: "The browser asks for it in your first call.",
    to: "/live-call",
  },
  "wrap-up": {
    name: "Wrap up your first call",
    text: "Choose its outcome, and what comes next.",
    to: "/live-call",
  },
  invite: {
    name: "Invite your team",
    text: "Paste their addresses; each gets a link.",
    to: "/admin/invitations",
  },
  playbook: {
    name: "Make the playbook yours",
    text: "What Souffleur suggests in a call.",
    to: "/admin/playbook",
  },
  retention: {
    name: "Decide how long calls are kept",
    text: "Transcripts, notes and figures.",
    to: "/admin/settings?tab=data",
  },
  audio: {
    name: "Let Souffleur hear your calls",
    text: "Connect your telephone system, or use Share call audio in a call.",
    to: "/live-call",
  },
  floor: {
    name: "Open the floor",
    text: "Running calls, requests for help and whispers.",
    to: "/live-call/desk",
  },
};

interface GetStartedProps {
  steps: Onboarding["steps"];
  onClose: () => void;
}

/** What is left of the first steps of the user's role: the server knows what was done. Closed for good by one press. */
export function GetStarted({ steps, onClose }: GetStartedProps) {
  const navigate = useNavigate();
  const open = steps.filter(({ isDone }) => !isDone);
  const count = steps.length - open.length;
  return (
    <Card
      title={t("Get started")}
      className={styles.card}
      aside={
        <span className={styles.aside}>
          <span>{t("{count} of {total} done", { count, total: steps.length })}</span>
          <IconButton label={t("Close Get started for good")} onClick={onClose}>
            <CloseIcon aria-hidden />
          </IconButton>
        </span>
      }
    >
      <ol className={styles.steps}>
        {open.map(({ step }, at) => {
          const { name, text, to, state } = ways[step];
          return (
            <li key={step}>
              <div>
                <Link to={to} state={state}>
                  {t(name)}
                </Link>
                <p>{t(text)}</p>
              </div>
              {at === 0 && (
                <Button variant="primary" onClick={() => navigate(to, { state })}>
                  {t(step === "practice-call" ? "Start a practice call" : "Open")}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
