import type { NextStep } from "@souffleur/contracts/next-steps";
import {
  Badge,
  Button,
  CheckIcon,
  Dialog,
  formatDateTime,
  Menu,
  MenuItem,
  RowList,
  TextField,
} from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { nextDays } from "@souffleur/shared-ui/wrap-up";
import { type FormEvent, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { searchOf } from "../lib/call-search.ts";
import { t } from "../texts/texts.ts";
import styles from "./next-steps.module.css";
import { useChangeStep } from "./use-next-steps.ts";

interface StepListProps {
  label: string;
  steps: readonly NextStep[];
  /** The current day. */
  today: string;
  /** Whether each step names its customer. */
  withCustomer: boolean;
  /** Whether the user may change a step. */
  mayChange: (step: NextStep) => boolean;
}

/** Open steps, each done by one press, or postponed. */
export function StepList({ label, steps, today, withCustomer, mayChange }: StepListProps) {
  const { changing, finish, postpone } = useChangeStep();
  const [datedId, setDatedId] = useState<string>();
  // As it is now: it may have been read again since its dialog was opened.
  const dated = steps.find(({ callId }) => callId === datedId);
  const list = useRef<HTMLDivElement>(null);
  // The pressed button is gone with its step.
  const keepFocus = (isChanged: boolean) => {
    if (isChanged) list.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <RowList label={label}>
        {steps.map((step) => (
          <Row
            key={step.callId}
            step={step}
            today={today}
            withCustomer={withCustomer}
            isBusy={changing === step.callId}
            {...(mayChange(step) && {
              onDone: () => void finish(step).then(keepFocus),
              onPostpone: (day: string) => void postpone(step, day).then(keepFocus),
              onChooseDay: () => setDatedId(step.callId),
            })}
          />
        ))}
      </RowList>
      {dated && (
        <DayDialog
          today={today}
          onChoose={(day) => {
            setDatedId(undefined);
            void postpone(dated, day).then(keepFocus);
          }}
          onClose={() => setDatedId(undefined)}
        />
      )}
    </div>
  );
}

interface RowProps extends Pick<StepListProps, "today" | "withCustomer"> {
  step: NextStep;
  isBusy: boolean;
  onDone?: () => void;
  onPostpone?: (day: string) => void;
  onChooseDay?: () => void;
}

function Row({ step, today, withCustomer, isBusy, onDone, onPostpone, onChooseDay }: RowProps) {
  const { callId, customer, startedAt, day } = step;
  const textId = useId();
  const name = customer.name || t("Client");
  const days = nextDays(new Date());
  return (
    <li>
      <div className={styles.step}>
        {withCustomer &&
          (customer.id === undefined ? (
            <p className={styles.customer}>{name}</p>
          ) : (
            <p className={styles.customer}>
              <Link to={`/live-call/customers/${encodeURIComponent(customer.id)}`}>{name}</Link>
            </p>
          ))}
        <p id={textId}>{step.text ?? t("Next step")}</p>
        <p className={styles.second}>
          {day !== undefined && <Due day={day} today={today} />}
          <Link to={{ pathname: "/live-call", search: searchOf(callId) }}>
            {t("Call of {time}", { time: formatDateTime(startedAt) })}
          </Link>
        </p>
      </div>
      {onDone && onPostpone && onChooseDay && (
        <div className={styles.actions}>
          <Button small busy={isBusy} aria-describedby={textId} onClick={onDone}>
            {!isBusy && <CheckIcon aria-hidden />}
            <span>{t("Done")}</span>
          </Button>
          <Menu
            trigger={
              <Button small variant="quiet" aria-describedby={textId}>
                {t("Postpone")}
              </Button>
            }
          >
            <MenuItem onSelect={() => onPostpone(days.tomorrow)}>{t("Tomorrow")}</MenuItem>
            {days.workday !== days.tomorrow && (
              <MenuItem onSelect={() => onPostpone(days.workday)}>{t("Next working day")}</MenuItem>
            )}
            {days.workday !== days.nextWeek && (
              <MenuItem onSelect={() => onPostpone(days.nextWeek)}>{t("Next week")}</MenuItem>
            )}
            <MenuItem onSelect={onChooseDay}>{t("Choose a date…")}</MenuItem>
          </Menu>
        </div>
      )}
    </li>
  );
}

function Due({ day, today }: { day: string; today: string }) {
  if (day > today) return <time dateTime={day}>{formatDay(day)}</time>;
  return (
    <Badge tone={day < today ? "danger" : "warning"}>
      {day < today ? t("Overdue since {day}", { day: formatDay(day) }) : t("Today")}
    </Badge>
  );
}

interface DayDialogProps {
  today: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

function DayDialog({ today, onChoose, onClose }: DayDialogProps) {
  const [day, setDay] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isDay = day >= today && day <= "2099-12-31";
    if (isDay) onChoose(day);
    else setMissing(true);
  };
  return (
    <Dialog title={t("Postpone")} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label={t("New date")}
          type="date"
          autoComplete="off"
          min={today}
          max="2099-12-31"
          value={day}
          error={isMissing ? t("Choose a day from today on.") : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button type="submit" variant="primary">
          {t("Postpone")}
        </Button>
      </form>
    </Dialog>
  );
}
