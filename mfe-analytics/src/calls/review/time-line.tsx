import { formatMinutes, type Sender, type TalkMetrics } from "@souffleur/contracts";
import { useState } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./time-line.module.css";

const senders = ["client", "agent"] as const;
/** The height of a speaker's lane, in units of the view box. */
const lane = 10;
/** The minimum width of a visible turn, as a part of the drawing. */
const visiblePart = 1 / 600;
/** An arrow key moves by this part of the call. */
const stepPart = 1 / 200;

interface TimeLineProps {
  turns: TalkMetrics["turns"];
  names: Readonly<Record<Sender, string>>;
  /** The call's length in seconds. */
  seconds: number;
  /** The current line and its time, in seconds after the call's start. */
  at: { index: number; seconds: number };
  /** @param seconds after the call's start */
  onMove: (seconds: number) => void;
}

/** The possible distances of two marks, in seconds. */
const markSteps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const marksMax = 8;

/** The turns of both speakers over time with its minutes, under a slider for the position in the call. */
export function TimeLine({ turns, names, seconds, at, onMove }: TimeLineProps) {
  // The chosen position stays while it belongs to the current line.
  const [chosen, setChosen] = useState<{ index: number; seconds: number }>();
  const [moved, setMoved] = useState<number>();
  if (moved !== undefined) {
    setMoved(undefined);
    setChosen({ index: at.index, seconds: moved });
  }
  const value = chosen?.index === at.index ? chosen.seconds : at.seconds;
  return (
    <div className={styles.timeLine}>
      <div className={styles.names} aria-hidden>
        {senders.map((sender) => (
          <span key={sender} className={styles[sender]}>
            {names[sender]}
          </span>
        ))}
      </div>
      <div className={styles.lanes}>
        <svg viewBox={`0 0 ${seconds} ${2 * lane}`} preserveAspectRatio="none" aria-hidden>
          {senders.map((sender, row) => (
            <path key={sender} className={styles[sender]} d={pathOf(turns, sender, row, seconds)} />
          ))}
        </svg>
        <input
          type="range"
          aria-label={t("Position in the call")}
          aria-valuetext={t("{time} of {length}", {
            time: formatMinutes(value),
            length: formatMinutes(seconds),
          })}
          min={0}
          max={seconds}
          step={Math.max(1, Math.round(seconds * stepPart))}
          value={value}
          onChange={({ target }) => {
            onMove(target.valueAsNumber);
            setMoved(target.valueAsNumber);
          }}
        />
        <div aria-hidden className={styles.marks}>
          {marksOf(seconds).map((mark) => (
            <span key={mark} style={{ insetInlineStart: `${(mark / seconds) * 100}%` }}>
              {formatMinutes(mark)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The seconds that are marked, without the start and what has no room before the end. */
function marksOf(seconds: number): number[] {
  const step = markSteps.find((one) => seconds / one <= marksMax) ?? Math.ceil(seconds / marksMax);
  const marks = Array.from({ length: Math.ceil(seconds / step) - 1 }, (_, at) => (at + 1) * step);
  // On a phone a time needs a tenth of the width.
  return marks.filter((mark) => mark <= 0.9 * seconds);
}

/** A bar for each turn of one speaker, as one path for any number of turns. */
function pathOf(turns: TalkMetrics["turns"], sender: Sender, row: number, seconds: number): string {
  return turns
    .filter((turn) => turn.sender === sender)
    .map(({ from, to }) => {
      const width = Math.max(to - from, seconds * visiblePart);
      return `M${from} ${row * lane + 1}h${width}v${lane - 2}h${-width}z`;
    })
    .join("");
}
