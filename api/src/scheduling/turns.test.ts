import { createRounds, createTurns } from "./turns.ts";

/** Waiting work, as a list of its owners; the first one that fits is taken. */
function waitingOf(owners: string[]) {
  const claim = async (without: readonly string[]) => {
    const at = owners.findIndex((owner) => !without.includes(owner));
    return at < 0 ? undefined : owners.splice(at, 1)[0];
  };
  return { owners, claim };
}
const own = (owner: string) => (owner === "nobody" ? null : owner);

test("organizations have their turns one after the other, however much the first one has", async () => {
  const { claim } = waitingOf(["a", "a", "a", "a", "b", "c", "b"]);
  const turns = createTurns(2);
  const taken: string[] = [];
  for (let turn = await turns.take(claim, own); turn; turn = await turns.take(claim, own)) {
    taken.push(turn.work);
    turn.end();
  }
  expect(taken).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
});

test("an organization has no more places at once than its share, also where they are asked for at once", async () => {
  const { owners, claim } = waitingOf(["a", "a", "a", "nobody", "nobody", "nobody"]);
  const turns = createTurns(2);
  const taken = await Promise.all(Array.from({ length: 6 }, () => turns.take(claim, own)));
  expect(taken.map((turn) => turn?.work).toSorted()).toEqual([
    "a",
    "a",
    "nobody",
    "nobody",
    "nobody",
    undefined,
  ]);
  expect(owners).toEqual(["a"]);
  taken.find((turn) => turn?.work === "a")?.end();
  expect(await turns.take(claim, own)).toMatchObject({ work: "a" });
});

test("in rounds of batches an organization that fills one waits for the others, and nothing is left", () => {
  let waiting = [..."aaaaaaabbc"].map((organizationId, id) => ({ id, organizationId }));
  const rounds = createRounds(3);
  const taken: string[] = [];
  for (let isMore = true; isMore; ) {
    const left: readonly string[] = rounds.others().organizationId?.$nin ?? [];
    const batch = waiting.filter(({ organizationId }) => !left.includes(organizationId)).slice(0, 3);
    waiting = waiting.filter((one) => !batch.includes(one));
    taken.push(batch.map(({ organizationId }) => organizationId).join(""));
    isMore = rounds.next(batch);
  }
  expect(taken).toEqual(["aaa", "bbc", "", "aaa", "", "a"]);
  expect(waiting).toEqual([]);
});
