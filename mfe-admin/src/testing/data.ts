import { type Endpoint, prove } from "@souffleur/contracts";
import { listErasures, readRetention } from "@souffleur/contracts/privacy";
import { readSso } from "@souffleur/contracts/sso";
import { listTokens } from "@souffleur/contracts/tokens";
import { readUsage } from "@souffleur/contracts/usage";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, within } from "@testing-library/react";
import { api } from "./page.ts";

/** Answers the calls of the settings, of which a test looks at one card. */
export function serveData() {
  api.on(readRetention, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  api.on(readSso, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  api.on(listErasures, () => ok(listErasures, { data: { erasures: [] } }));
  api.on(readUsage, () => ok(readUsage, { data: { usage: [] } }));
  api.on(listTokens, () => ok(listTokens, { data: { tokens: [] } }));
}

type Answering = Parameters<typeof api.on>[1];

/** Answers a call once the password was entered again; until then it is wanted, but for dry runs. */
export function answerAfterProof(endpoint: Endpoint, answer: Answering) {
  let isProven = false;
  api.on(prove, () => {
    isProven = true;
    return ok(prove, {});
  });
  api.on(endpoint, (request) =>
    isProven || (request.body as { dryRun?: boolean } | undefined)?.dryRun
      ? answer(request)
      : refused("PROOF_REQUIRED", "Please enter your password again to continue."),
  );
}

export async function enterPassword() {
  const proof = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  fireEvent.change(proof.getByLabelText("Password"), { target: { value: "right" } });
  fireEvent.click(proof.getByRole("button", { name: "Continue" }));
}
