/** @jest-environment node */
import { filesOf } from "./remote-files.ts";
import { planRemote } from "./remote-plan.ts";

test.each([
  ["mfe-sales-coaching", "Sales Coaching"],
  ["mfe-zones", "Zones"],
  ["mfe-transcription", "Transcription"],
])("%s has sources under its own name, and sorted texts in both languages", (name, title) => {
  const files = filesOf(planRemote(name, { schema: 1, remotes: {} }, []));
  expect(files[`src/${name.slice("mfe-".length)}-screen.tsx`]).toContain(`t("${title}")`);
  expect(Object.entries(files).join()).not.toMatch(/new.?remote/i);
  const catalogue = JSON.parse(files["src/texts/fr.json"] ?? "");
  expect(catalogue).toMatchObject({
    [title]: title,
    "Transcription is off.": "La transcription est désactivée.",
  });
  expect(Object.keys(catalogue)).toEqual(Object.keys(catalogue).toSorted());
});
