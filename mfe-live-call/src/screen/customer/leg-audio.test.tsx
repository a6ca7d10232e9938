import { render, screen } from "@testing-library/react";
import { LegAudio } from "./leg-audio.tsx";

const good = { connected: true, packetsPerSecond: 49.9, gapMs: 22, levelDb: -18, held: false };

function show(isConnected: boolean, health?: typeof good, isOver = false) {
  render(
    <dl>
      <LegAudio name="Client audio" isConnected={isConnected} isOver={isOver} health={health} />
    </dl>,
  );
}

test("shows the packets per second, the gap between them and the level", () => {
  show(true, good);
  expect(screen.getByText("Connected")).toBeVisible();
  expect(screen.getByText("50 packets/s")).toBeVisible();
  expect(screen.getByText("22 ms gap")).toBeVisible();
  expect(screen.getByRole("meter", { name: "Client audio level" })).toHaveAttribute(
    "aria-valuetext",
    "-18 dB",
  );
});

test.each([
  ["Gaps", { ...good, packetsPerSecond: 31 }],
  ["Gaps", { ...good, gapMs: 740 }],
  ["On hold", { ...good, held: true, packetsPerSecond: 0 }],
])("shows %s", (text, health) => {
  show(true, health);
  expect(screen.getByText(text)).toBeVisible();
});

test("does not show a telephone as lost after the call", () => {
  show(false, good, true);
  expect(screen.getByText("Closed")).toBeVisible();
  expect(screen.queryByText("Lost")).not.toBeInTheDocument();
});

test("shows that a telephone is lost, without its earlier figures", () => {
  show(false, good);
  expect(screen.getByText("Lost")).toBeVisible();
  expect(screen.queryByText(/packets/)).not.toBeInTheDocument();
});

test("shows that a telephone is connected before the first measurement", () => {
  show(true);
  expect(screen.getByText("Connected")).toBeVisible();
  expect(screen.queryByRole("meter")).not.toBeInTheDocument();
});
