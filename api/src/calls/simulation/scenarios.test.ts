import { scenarioNames } from "@souffleur/contracts";
import { builtInPlaybook } from "../../suggestions/matching/built-in-playbook.ts";
import { contentOf, isSaid } from "../../suggestions/matching/content-words.ts";
import { maskSecrets } from "../masking/masking.ts";
import { playLine, scriptDuration } from "./play-script.ts";
import { castScenario, type ScriptLine, scenarios } from "./scenarios.ts";

const minutes = 60_000;

/** Neighbouring lines of one speaker, with the distance of their ends and of their beginnings. */
function neighbours(lines: readonly ScriptLine[]) {
  return lines.slice(1).flatMap((second, index) => {
    const first = lines[index];
    if (!first || first.speaker !== second.speaker) return [];
    const endGap = second.pauseMs + second.durationMs;
    return [{ first, second, endGap, startGap: first.durationMs + second.pauseMs }];
  });
}
const isFragment = ({ first, second }: { first: ScriptLine; second: ScriptLine }) =>
  !/[.!?…]$/u.test(first.text) && /^\p{Ll}/u.test(second.text);

test("every scenario of the contract has its own script", () => {
  expect(scenarioNames.map((name) => scenarios[name].name)).toEqual(scenarioNames);
});

describe.each(scenarioNames)("the scenario %s", (name) => {
  const { lines, agentName, clientName } = castScenario(name);

  test("has 28 to 36 lines of both speakers and plays for about two minutes", () => {
    expect(lines.length).toBeGreaterThanOrEqual(28);
    expect(lines.length).toBeLessThanOrEqual(36);
    for (const speaker of ["agent", "client"])
      expect(lines.filter((line) => line.speaker === speaker).length).toBeGreaterThanOrEqual(10);
    expect(scriptDuration(lines)).toBeGreaterThanOrEqual(1.9 * minutes);
    expect(scriptDuration(lines)).toBeLessThanOrEqual(3 * minutes);
  });

  test("shows a first word within 600 ms and a first final line within 3 s", () => {
    const states = playLine(lines[0] as ScriptLine);
    expect(states[0]?.atMs).toBeLessThanOrEqual(600);
    expect(states.at(-1)?.atMs).toBeLessThanOrEqual(3000);
  });

  test("has fragments that end within 3 s of each other, of which some also begin within 3 s", () => {
    const fragments = neighbours(lines).filter(isFragment);
    expect(fragments.length).toBeGreaterThanOrEqual(4);
    for (const { endGap } of fragments) expect(endGap).toBeLessThan(3000);
    expect(fragments.filter(({ startGap }) => startGap < 3000).length).toBeGreaterThanOrEqual(2);
  });

  test("repeats a line exactly within 2 s", () => {
    const repeats = neighbours(lines).filter(({ first, second }) => first.text === second.text);
    expect(repeats).toHaveLength(1);
    expect(repeats[0]?.endGap).toBeLessThan(2000);
  });

  test("has an interruption and a hesitation", () => {
    const isInterruption = ({ pauseMs, speaker }: ScriptLine, index: number) =>
      index > 0 && pauseMs === 0 && speaker !== lines[index - 1]?.speaker;
    expect(lines.some(isInterruption)).toBe(true);
    expect(lines.some((line) => /\b(?:euh|hmm|ben|enfin)\b/iu.test(line.text))).toBe(true);
  });

  test("has suggestions", () => {
    expect(lines.filter((line) => line.suggest).length).toBeGreaterThanOrEqual(4);
  });

  test("suggests nothing that the playbook says too, which would be on the screen twice", () => {
    const replies = builtInPlaybook.entries.flatMap((entry) => entry.replies.map(({ first }) => first.text));
    const suggested = lines.flatMap(({ suggest = [] }) => suggest.map(({ text }) => text));
    const twice = suggested.flatMap((text) =>
      replies.filter((reply) => isSaid(contentOf(reply), [contentOf(text)])).map((reply) => [text, reply]),
    );
    expect(twice).toEqual([]);
  });

  test("names its speakers and leaves no placeholder", () => {
    const text = lines.map((line) => line.text).join(" ");
    expect(text).toContain(agentName);
    expect(text).not.toMatch(/[{}]/u);
    const renamed = castScenario(name, { agentName: "Ada Blanc" });
    expect(renamed.lines.some((line) => line.text.includes("Ada Blanc"))).toBe(true);
    expect(clientName).not.toBe(agentName);
  });

  test("uses French typography", () => {
    for (const { text } of lines) {
      expect(text).not.toMatch(/'/u);
      expect(text).not.toMatch(/(?<!\u00a0)[?!;:»]/u);
      expect(text).not.toMatch(/\s{2}|^\s|\s$/u);
    }
  });

  test("has nothing that would be masked", () => {
    for (const { text } of lines) expect(maskSecrets(text)).toBe(text);
  });
});
