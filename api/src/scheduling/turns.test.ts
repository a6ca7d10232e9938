import { createTurns } from "./turns.ts";

/** Waiting work, as a list of its owners; the first ones that fit are taken. */
function waitingOf(owners: readonly string[], batch = 1) {
  let waiting = owners.map((owner) => ({ organizationId: owner === "nobody" ? null : owner }));
  const claim = async (without: readonly string[]) => {
    const found = waiting
      .filter(({ organizationId }) => !without.includes(organizationId ?? ""))
      .slice(0, batch);
    waiting = waiting.filter((one) => !found.includes(one));
    return { work: found };
  };
  return { left: () => waiting.length, claim };
}
const ownersOf = (turn: { taken: { work: readonly { organizationId: string | null }[] } } | undefined) =>
  turn?.taken.work.map(({ organizationId }) => organizationId ?? "nobody").join("");

async function all(owners: readonly string[], batch?: number) {
  const { claim } = waitingOf(owners, batch);
  const turns = createTurns(2, batch);
  const taken: (string | undefined)[] = [];
  for (let turn = await turns.take(claim); turn; turn = await turns.take(claim)) {
    taken.push(ownersOf(turn));
    turn.end();
  }
  return taken.join();
}

test("organizations have their turns one after the other, however much the first one has", async () => {
  expect(await all([..."aaaabcb"])).toBe("a,b,c,a,b,a,a");
});

test("an organization that fills a batch waits for the others, and nothing is left", async () => {
  expect(await all([..."aaaaaaabbc"], 3)).toBe("aaa,bbc,aaa,a");
});

test("an organization has no more places at once than its share, also where they are asked for at once", async () => {
  const { left, claim } = waitingOf(["a", "a", "a", "nobody", "nobody", "nobody"]);
  const turns = createTurns(2);
  const taken = await Promise.all(Array.from({ length: 6 }, () => turns.take(claim)));
  expect(taken.map(ownersOf).toSorted()).toEqual(["a", "a", "nobody", "nobody", "nobody", undefined]);
  expect(left()).toBe(1);
  taken.find((turn) => ownersOf(turn) === "a")?.end();
  expect(ownersOf(await turns.take(claim))).toBe("a");
});
