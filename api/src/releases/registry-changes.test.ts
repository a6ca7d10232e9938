import type { ActiveRelease, KeptRegistry } from "@souffleur/contracts";
import {
  type Act,
  earlier,
  withActive,
  withCanary,
  withCanaryEnded,
  withRolledBack,
} from "./registry-changes.ts";

const empty: KeptRegistry = { schema: 1, remotes: {} };
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

const live = (registry: KeptRegistry) => registry.remotes["mfe-admin"]?.version;
const versions = (registry: KeptRegistry) => earlier(registry, "mfe-admin").map(({ version }) => version);
const activated = (...names: string[]) =>
  names.reduce((registry, name) => withActive(registry, release(name), act), empty);

test("a rollback goes to the release before, the next one to the one before that", () => {
  const three = activated("a", "b", "c");
  expect(versions(three)).toEqual(["b", "a"]);
  const two = withRolledBack(three, release("b"), act);
  expect(live(two)).toBe("b");
  expect(versions(two)).toEqual(["a"]);
});

test("what was rolled back is not come back to after a newer release", () => {
  const after = withActive(withRolledBack(activated("a", "b"), release("a"), act), release("c"), act);
  expect(versions(after)).toEqual(["a"]);
});

test("to activate what is live already changes nothing, unless a trial ends with it", () => {
  const registry = activated("a", "b");
  expect(withActive(registry, release("b"), act)).toBe(registry);
  const ended = withActive(withCanary(registry, release("c"), 10, act), release("b"), act);
  expect(ended.canaries).toEqual({});
  expect(versions(ended)).toEqual(["a"]);
});

test("a release that is moved to another place is gone back to where it was", () => {
  const moved = { ...release("b"), base: "https://files.example/" };
  const registry = withActive(activated("a", "b"), moved, act);
  expect(earlier(registry, "mfe-admin").map(({ base }) => base)).toEqual([
    "/remotes/mfe-admin/b/",
    "/remotes/mfe-admin/a/",
  ]);
  expect(versions(withRolledBack(registry, release("b"), act))).toEqual(["a"]);
});

test("a trial leaves what everybody has, and ends with the next release", () => {
  const trial = withCanary(activated("a"), release("b"), 10, act);
  expect(live(trial)).toBe("a");
  expect(trial.canaries?.["mfe-admin"]).toMatchObject({ share: 10, release: { version: "b" } });
  expect(withActive(trial, release("c"), act).canaries).toEqual({});
});

test("a trial that is ended is not come back to", () => {
  const ended = withCanaryEnded(withCanary(activated("a"), release("b"), 10, act), "mfe-admin", act);
  expect(ended.canaries).toEqual({});
  expect(live(ended)).toBe("a");
  expect(versions(ended)).toEqual([]);
});

test("what everybody has, and what has nothing beside it, is no trial", () => {
  expect(() => withCanary(activated("a"), release("a"), 10, act)).toThrow("is active already");
  expect(() => withCanary(empty, release("a"), 10, act)).toThrow("no active release");
});

test("what was done is noted with who did it, the newest first, twenty at most", () => {
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
