import path from "node:path";
import { root, run, tool } from "../../tools/run-step.mjs";
import { StepError } from "../../tools/step-error.mjs";

/**
 * Which folders a browser spec covers beside the shell, shared-ui and the contracts, which concern all of them. A spec that
 * is not listed runs after every change of a screen or of the API.
 */
const covered: Readonly<Record<string, RegExp>> = {
  "live-call.spec.ts": /^mfe-live-call\/|^api\/src\/(calls|realtime|suggestions|transcription)\//,
  "desk.spec.ts": /^mfe-live-call\/|^api\/src\/(calls|desk|realtime)\//,
  "day-one.spec.ts":
    /^mfe-(admin|auth|dashboard)\/|^api\/src\/(administration|auth|invitations|mail|onboarding)\//,
  "passkeys.spec.ts": /^mfe-auth\/|^api\/src\/(auth|passkeys)\//,
  "single-sign-on.spec.ts": /^mfe-auth\/|^api\/src\/(auth|sso)\//,
  "federation.spec.ts": /^api\/src\/releases\//,
};
const everywhere = /^(shell|shared-ui|api\/contracts)\//;
const product = /^(mfe-[\w-]+|api\/src)\//;
const isUnseen = /\.md$|\.test\.tsx?$/;

/** Those of these browser specs that the files concern, all of them named from the top folder. */
export function affectedSpecs(files: readonly string[], specs: readonly string[]): string[] {
  const seen = files.filter(
    (file) =>
      !isUnseen.test(file) && !file.startsWith("shell/e2e/") && (everywhere.test(file) || product.test(file)),
  );
  return specs.filter((spec) => {
    const folders = covered[path.basename(spec)] ?? product;
    return files.includes(spec) || seen.some((file) => everywhere.test(file) || folders.test(file));
  });
}

/**
 * The unit tests that import the files, directly or not. Tests that start the whole API import all of it: of these, the
 * tests of the same feature.
 */
export async function affectedTests(files: readonly string[]): Promise<string[]> {
  const [related, ofProduct] = await Promise.all([files, ["api/src/app.ts"]].map(relatedTests));
  const whole = new Set(ofProduct);
  const features = new Set(files.map(featureOf));
  return (related ?? []).filter(
    (test) => files.includes(test) || !whole.has(test) || features.has(featureOf(test)),
  );
}

/** `calls` of a file in `api/src/calls` or `api/contracts/src/calls`; other files are features of their own. */
function featureOf(file: string): string {
  return /^api\/(?:contracts\/)?src\/([\w-]+)/.exec(file)?.[1] ?? file;
}

async function relatedTests(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const { ok, output } = await run(tool("jest"), ["--listTests", "--findRelatedTests", ...files]);
  if (!ok) throw new StepError(output);
  const listed = output.split("\n").filter((line) => path.isAbsolute(line));
  return listed.map((file) => path.relative(root, file));
}
