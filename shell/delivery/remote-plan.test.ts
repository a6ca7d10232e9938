/** @jest-environment node */
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import type { ActiveRelease, Manifest, Registry } from "@souffleur/contracts";
import { portOf } from "./remote-folder.ts";
import { planRemote } from "./remote-plan.ts";

const ports = [4100, 4104];

function beside(others: Readonly<Record<string, Manifest>> = {}): Registry {
  const remotes = Object.entries(others).map(([name, manifest]) => [
    name,
    { name, manifest } as ActiveRelease,
  ]);
  return { schema: 1, remotes: Object.fromEntries(remotes) };
}

test("a name gives a path, a title, and an unused navigation entry and port", () => {
  expect(planRemote("mfe-sales-coaching", beside(), ports)).toMatchObject({
    words: { slug: "sales-coaching", identifier: "SalesCoaching", title: "Sales Coaching" },
    manifest: {
      owns: ["/sales-coaching"],
      screens: [
        {
          path: "/sales-coaching",
          title: "Sales Coaching",
          french: "Sales Coaching",
          access: "session",
          // After User Management (40); a is the key of Analytics, l that of Live Call.
          navigation: { order: 50, key: "s" },
        },
      ],
    },
    port: 4105,
  });
});

test("a key is one that no other remote has, and is left out if no letter is free", () => {
  const { manifest } = planRemote("mfe-coaching", beside(), ports);
  const again = planRemote("mfe-calm", beside({ "mfe-coaching": manifest }), ports);
  expect(again.key).toBe("m");
  const letters = [..."abcdefghijklmnopqrstuvwxyz"].map((key, at) => ({
    path: `/letters/${key}`,
    title: key,
    access: "session",
    skeleton: "table",
    navigation: { order: at, icon: "meeting", key },
  }));
  const full = { owns: ["/letters"], screens: letters };
  expect(planRemote("mfe-coaching", beside({ "mfe-letters": full }), ports).key).toBeUndefined();
});

test.each([
  ...["coaching", "mfe-", "mfe-Coaching", "mfe-3d", "mfe-a--b", "mfe-../../etc", `mfe-${"a".repeat(61)}`].map(
    (name) => [name, "can't be a remote's name"] as const,
  ),
  ["mfe-assets", '"/assets"; /assets and all below it is the shell\'s'],
  ["mfe-admin", "/admin is mfe-deals's (/admin)."],
  ["mfe-analytics", "/analytics is mfe-deals's (/analytics)."],
  ["mfe-sign-in", "The title Sign in is that of /login, a screen of mfe-auth."],
])("%s is refused with its problem", (name, problem) => {
  const screens = [{ path: "/deals", title: "Deals", access: "session", skeleton: "table" }];
  const deals = { owns: ["/deals", "/admin", "/analytics"], screens };
  expect(() => planRemote(name, beside({ "mfe-deals": deals }), ports)).toThrow(problem);
});

test("each remote of the workspace has a development port of its own", () => {
  const workspacePorts = allRemotes().map((name) => portOf(path.join(root, name)));
  expect(workspacePorts.length).toBeGreaterThan(0);
  expect(new Set(workspacePorts).size).toBe(workspacePorts.length);
});
