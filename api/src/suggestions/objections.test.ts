import { builtInPlaybook } from "./built-in-playbook.ts";
import own from "./heard-objections.json" with { type: "json" };
import { rankEntries } from "./rank-replies.ts";

const heard = (text: string) =>
  rankEntries(builtInPlaybook, [{ messageId: "line", sender: "client", text }])[0]?.entry.id;

/** The objections of which another entry than the labelled one comes first, with that entry. */
const wrong = (labelled: readonly (readonly string[])[]) =>
  labelled
    .map(([text = "", intent]) => ({ text, intent, heard: heard(text) }))
    .filter((one) => one.heard !== one.intent);

test("thirty objections are answered by the right entry, at least nine of ten", () => {
  const missed = wrong(own);
  if (missed.length > 0) console.log(missed);
  expect(own).toHaveLength(30);
  expect(missed.length).toBeLessThanOrEqual(3);
});
