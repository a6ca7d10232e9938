import { useEffect, useRef, useState } from "react";
import type { LevelMeter } from "../../audio/level-meter.ts";
import styles from "./audio-panel.module.css";

/** Follows the level in every frame: without React, directly on the element. */
export function LevelBar({ meter }: { meter: LevelMeter | undefined }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null || meter === undefined) return undefined;
    let shown = 0;
    let frame = requestAnimationFrame(function draw() {
      // Rises at once and falls slowly, like a needle.
      shown = Math.max(meter.read() ?? 0, shown - 0.02, 0);
      element.style.transform = `scaleX(${shown})`;
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      element.style.transform = "scaleX(0)";
    };
  }, [meter]);
  return (
    <span aria-hidden className={styles.track}>
      <span ref={bar} className={styles.level} />
    </span>
  );
}

/** Whether there was no sound at all for so many milliseconds. */
export function useSilence(meter: LevelMeter | undefined, forMs: number): boolean {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (meter === undefined) return undefined;
    let soundAt = Date.now();
    const timer = setInterval(() => {
      // What is not measured is not silent.
      if (meter.read() !== 0) soundAt = Date.now();
      setSilent(Date.now() - soundAt > forMs);
    }, 250);
    return () => {
      clearInterval(timer);
      setSilent(false);
    };
  }, [meter, forMs]);
  return isSilent;
}
