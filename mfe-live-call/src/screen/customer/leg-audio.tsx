import { hasGaps } from "@souffleur/contracts/desk";
import type { LegHealth } from "@souffleur/contracts/realtime";
import { Badge, formatCount } from "@souffleur/shared-ui";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./customer.module.css";

/** A state as it is shown in a badge. */
export type Shown = readonly [text: Text, tone: "neutral" | "success" | "warning" | "danger"];

const quietest = -60;

interface Leg {
  isConnected: boolean;
  /** Whether the line was hung up: a telephone that disconnects then is not lost. */
  isOver: boolean;
  /** Undefined until the first measurement. */
  health: LegHealth | undefined;
}

interface LegAudioProps extends Leg {
  /** The telephone's name. */
  name: Text;
}

/** One telephone of the call: its connection and its audio quality. */
export function LegAudio({ name, ...leg }: LegAudioProps) {
  const { isConnected, health } = leg;
  const [text, tone] = legState(leg);
  return (
    <div className={styles.leg}>
      <dt>{t(name)}</dt>
      <dd>
        <Badge key={text} tone={tone}>
          {t(text)}
        </Badge>
      </dd>
      {isConnected && health !== undefined && (
        <dd className={styles.figures}>
          <span>{t("{count} packets/s", { count: Math.round(health.packetsPerSecond) })}</span>
          <span>{t("{milliseconds} ms gap", { milliseconds: Math.round(health.gapMs) })}</span>
          <span
            className={styles.level}
            role="meter"
            aria-label={t("{name} level", { name: t(name) })}
            aria-valuemin={quietest}
            aria-valuemax={0}
            aria-valuenow={Math.max(quietest, health.levelDb)}
            aria-valuetext={t("{level} dB", { level: formatCount(health.levelDb) })}
          >
            <span style={{ transform: `scaleX(${share(health.levelDb)})` }} />
          </span>
        </dd>
      )}
    </div>
  );
}

/** The most severe state of a leg. */
export function legState({ isConnected, isOver, health }: Leg): Shown {
  if (!isConnected && isOver) return ["Closed", "neutral"];
  if (!isConnected) return ["Lost", "danger"];
  if (health?.held) return ["On hold", "neutral"];
  if (health && hasGaps(health)) return ["Gaps", "warning"];
  return ["Connected", "success"];
}

function share(levelDb: number): number {
  return Math.min(1, Math.max(0, 1 - levelDb / quietest));
}
