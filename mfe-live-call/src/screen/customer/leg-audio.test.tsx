import { render, screen } from "@testing-library/react";
import { LegAudio } from "./leg-audio.tsx";

const good = { connected: true, packetsPerSecond: 49.9, gapMs: 22, levelDb: -18, held: false };

interface Leg {
  isConnected: boolean;
  health?: typeof good;
  isOver?: boolean;
}

test.each<[string, Leg, shown: string, hidden?: RegExp]>([
  [
    "its packets a second, the gap between them and its level",
    { isConnected: true, health: good },
    "Connected50 packets/s22 ms gap",
  ],
  ["too few packets", { isConnected: true, health: { ...good, packetsPerSecond: 31 } }, "Gaps"],
  ["long gaps", { isConnected: true, health: { ...good, gapMs: 740 } }, "Gaps"],
  ["a hold", { isConnected: true, health: { ...good, held: true, packetsPerSecond: 0 } }, "On hold"],
  ["no loss after the call", { isConnected: false, health: good, isOver: true }, "Closed", /Lost/],
  ["a loss, without the earlier figures", { isConnected: false, health: good }, "Lost", /packets/],
  ["a connection before the first measurement", { isConnected: true }, "Connected"],
])(
  "a telephone's audio shows %s",
  (_what, { isConnected, health, isOver = false }, shown, hidden = /none/) => {
    const { container } = render(
      <dl>
        <LegAudio name="Client audio" isConnected={isConnected} isOver={isOver} health={health} />
      </dl>,
    );
    expect(container).toHaveTextContent(shown);
    expect(container).not.toHaveTextContent(hidden);
    const levels = screen.queryAllByRole("meter").map((meter) => meter.getAttribute("aria-valuetext"));
    expect(levels).toEqual(isConnected && health ? ["-18 dB"] : []);
  },
);
