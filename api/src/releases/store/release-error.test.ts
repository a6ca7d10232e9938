import { manifestAt } from "../../../testing/built-remotes.ts";
import { appError } from "../../http/errors.ts";
import { requireFreePaths } from "./registry-changes.ts";
import { ReleaseError } from "./release-error.ts";
import { type ReleaseErrorCode, releaseRefusals } from "./release-refusals.ts";

/** What a reader of French gets. */
function french(error: unknown): string {
  if (!(error instanceof ReleaseError)) throw error;
  return appError("INVALID_TRANSITION", { message: error.sentences }).messageIn("fr");
}

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a refusal has its values in both languages", () => {
  const error = new ReleaseError("missingFile", { name: "mfe-admin", version: "12a", file: "entry.js" });
  expect(error.message).toBe("mfe-admin 12a has no file entry.js.");
  expect(french(error)).toBe("Il manque un fichier à mfe-admin 12a\u00a0: entry.js.");
});

test("each conflict with another remote is said in French", () => {
  const taking = () =>
    requireFreePaths(
      { schema: 1, remotes: {} },
      { name: "mfe-deals", version: "12a", manifest: manifestAt("/analytics") },
    );
  expect(taking).toThrow("mfe-deals 12a can't go live. /analytics is mfe-analytics's (/analytics).");
  expect(french(thrownBy(taking))).toBe(
    "mfe-deals 12a ne peut pas être mis en ligne. /analytics appartient à mfe-analytics (/analytics).",
  );
});

test("each refusal says in both languages what is wrong, with its values, and what to do", () => {
  for (const code of Object.keys(releaseRefusals) as ReleaseErrorCode[]) {
    const refusal: { text: string; remedy?: string } = releaseRefusals[code];
    const { text, remedy = "" } = refusal;
    const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => String(name));
    const error = new ReleaseError(code, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(remedy)]);
    for (const shown of [error.message, french(error)]) {
      expect(shown).not.toMatch(/[{}]|undefined/);
      for (const name of names) expect(shown).toContain(`<${name}>`);
    }
    expect(french(error)).not.toBe(error.message);
  }
});
