import type { ActiveRelease } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import {
  type Act,
  removedRelease,
  rollbackTargets,
  withActive,
  withCanary,
  withCanaryEnded,
  withRemoved,
  withRolledBack,
} from "./registry-changes.ts";

const empty: StoredRegistry = { schema: 1, remotes: {} };
const act: Act = { by: "command", at: new Date("2026-11-21T10:00:00Z") };

function release(version: string): ActiveRelease {
  return {
    name: "mfe-admin",
    version,
    global: "mfe_admin",
    entry: "remoteEntry.js",
    scripts: [],
    styles: [],
    integrity: {},
    contract: { "shared-ui": "0.1.0", contracts: "0.1.0", react: "19.0.0", router: "7.0.0", query: "5.0.0" },
    base: `/remotes/mfe-admin/${version}/`,
  };
}

const live = (registry: StoredRegistry) => registry.remotes["mfe-admin"]?.version;
const versions = (registry: StoredRegistry) => rollbackTargets(registry, "mfe-admin");
const activated = (...names: string[]) =>
  names.reduce((registry, name) => withActive(registry, release(name), act), empty);

test("a rollback skips releases that were rolled back", () => {
  const after = withActive(withRolledBack(activated("a", "b"), release("a"), act), release("c"), act);
  expect(versions(after)).toEqual(["a"]);
});

test("activating the active release changes nothing, unless a canary ends with it", () => {
  const registry = activated("a", "b");
  expect(withActive(registry, release("b"), act)).toBe(registry);
  const ended = withActive(withCanary(registry, release("c"), 10, act), release("b"), act);
  expect(ended.canaries).toEqual({});
  expect(versions(ended)).toEqual(["a"]);
});

test("a removal ends the canary, and a later rollback does not go back to it", () => {
  const removed = withRemoved(withCanary(activated("a", "b"), release("c"), 10, act), "mfe-admin", act);
  expect([removed.remotes, removed.canaries]).toEqual([{}, {}]);
  expect(removedRelease(removed, "mfe-admin")).toBe("b");
  expect(() => withRemoved(removed, "mfe-admin", act)).toThrow("No release of mfe-admin is live");
  const back = withRolledBack(removed, release("b"), act);
  expect(removedRelease(back, "mfe-admin")).toBeUndefined();
  expect(versions(back)).toEqual(["a"]);
  expect(versions(withActive(removed, release("c"), act))).toEqual(["b", "a"]);
});

test("a canary does not change the active release, and ends with the next activation", () => {
  const canary = withCanary(activated("a"), release("b"), 10, act);
  expect(live(canary)).toBe("a");
  expect(canary.canaries?.["mfe-admin"]).toMatchObject({ share: 10, release: { version: "b" } });
  expect(withActive(canary, release("c"), act).canaries).toEqual({});
});

test("a rollback does not go back to a canary that has ended", () => {
  const ended = withCanaryEnded(withCanary(activated("a"), release("b"), 10, act), "mfe-admin", act);
  expect(ended.canaries).toEqual({});
  expect(live(ended)).toBe("a");
  expect(versions(ended)).toEqual([]);
});

test("the active release is refused as a canary, and so is one of a remote without an active release", () => {
  expect(() => withCanary(activated("a"), release("a"), 10, act)).toThrow("is active already");
  expect(() => withCanary(empty, release("a"), 10, act)).toThrow("no active release");
});

test("the last twenty changes are stored with their author, the newest first", () => {
  const many = Array.from({ length: 25 }, (_, index) => `v${index}`);
  const changes = activated(...many).changes?.["mfe-admin"];
  expect(changes).toHaveLength(20);
  expect(changes?.[0]).toEqual({
    kind: "activated",
    version: "v24",
    base: "/remotes/mfe-admin/v24/",
    by: "command",
    at: "2026-11-21T10:00:00.000Z",
  });
});
