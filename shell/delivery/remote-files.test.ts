/** @jest-environment node */
import { filesOf } from "./remote-files.ts";
import { planRemote } from "./remote-plan.ts";

const made = (name: string) => filesOf(planRemote(name, { schema: 1, remotes: {} }, []));
const catalogue = (name: string): object => JSON.parse(made(name)["src/texts/fr.json"] ?? "");

test("a new remote has sources under its own name, and texts in both languages", () => {
  const files = made("mfe-sales-coaching");
  expect(Object.keys(files).toSorted()).toEqual([
    "package.json",
    "remote.json",
    "src/routes.tsx",
    "src/sales-coaching-screen.test.tsx",
    "src/sales-coaching-screen.tsx",
    "src/texts/fr.json",
    "src/texts/texts.ts",
    "webpack.config.cjs",
  ]);
  expect(files["src/sales-coaching-screen.tsx"]).toContain('t("Sales Coaching")');
  expect(catalogue("mfe-sales-coaching")).toMatchObject({
    "Sales Coaching": "Sales Coaching",
    "Transcription is off.": "La transcription est désactivée.",
  });
  expect(Object.values(files).join()).not.toMatch(/new.?remote/i);
});

test.each(["mfe-sales-coaching", "mfe-zones", "mfe-transcription"])("the texts of %s are sorted", (name) => {
  const keys = Object.keys(catalogue(name));
  expect(keys).toEqual(keys.toSorted());
});
