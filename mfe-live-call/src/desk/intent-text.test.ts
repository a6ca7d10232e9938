import { readdirSync, readFileSync } from "node:fs";
import french from "../texts/fr.json";
import { intentText, intentTexts } from "./intent-text.ts";

const folder = "api/src/suggestions/matching/built-in-playbook";

test("every subject of the built-in playbook has a name in both languages", () => {
  const intents = readdirSync(folder).flatMap((file) =>
    (JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as { intent: string }[]).map(
      ({ intent }) => intent,
    ),
  );
  expect(Object.keys(intentTexts).toSorted()).toEqual([...new Set(intents)].toSorted());
  for (const [intent, english] of Object.entries(intentTexts)) expect(french[english]).toBe(intent);
});

test("an organization's own subject stays as it was written", () => {
  expect(intentText("Prix")).toBe("Price");
  expect(intentText("Fibre optique")).toBe("Fibre optique");
});
