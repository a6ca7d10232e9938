import { manifestAt } from "../../testing/build-remote.ts";
import { appError } from "../http/errors.ts";
import { requireFreePaths } from "./registry-changes.ts";
import { explainWrite, ReleaseError, releaseError } from "./release-error.ts";

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

test.each([
  [
    "ENOSPC",
    "Il n’y a plus de place pour les versions (ENOSPC)\u202f; rien n’a été modifié. Libérez de l’espace.",
  ],
  [
    "EROFS",
    "Impossible d’écrire dans le dossier des versions (EROFS)\u202f; rien n’a été modifié. RELEASES_DIR indique ce dossier.",
  ],
])("%s is explained in French too", (code, text) => {
  expect(french(explainWrite(Object.assign(new Error("write"), { code })))).toBe(text);
});

test("a refusal has its values in both languages", () => {
  const error = releaseError("{name} {version} has no file {file}", {
    name: "mfe-admin",
    version: "12a",
    file: "entry.js",
  });
  expect(error.message).toBe("mfe-admin 12a has no file entry.js");
  expect(french(error)).toBe("Il manque un fichier à mfe-admin 12a\u00a0: entry.js");
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
