import { addHeardText, speechTerms } from "@souffleur/contracts/heard-text";
import { clock } from "../../clock.ts";
import { appError } from "../../http/errors.ts";
import type { Caller } from "../../http/guard.ts";
import type { Mount } from "../../http/mount.ts";
import { serverLimits } from "../../limits.ts";
import type { PublishedPlaybooks } from "../../playbook/published-playbooks.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import { createBudget } from "../../throttle/budget.ts";
import type { Recordings } from "../../transcription/recordings.ts";
import type { Microphone } from "./microphone.ts";
import { speechTermsOf } from "./speech-terms.ts";

/** Whether an organization's browsers may send sound to their vendor. */
export type AllowsVendorSpeech = (organizationId: string | null) => Promise<boolean>;

export interface HeardTextsDeps {
  mount: Mount;
  recordings: Pick<Recordings, "isConfigured">;
  microphone: Microphone;
  allowsVendorSpeech: AllowsVendorSpeech;
  playbooks: Pick<PublishedPlaybooks, "publishedContent">;
}

/** A day: no call is longer. */
const longestMs = 86_400_000;

/**
 * The routes for what the browser of a call's agent recognizes itself, where the server has no recognizer. A page may claim
 * anything: therefore it is taken of the agent's own running calls alone, as what was recorded there is, and at the pace of speech.
 */
export function mountHeardTexts(deps: HeardTextsDeps): void {
  const { mount, recordings, microphone, allowsVendorSpeech, playbooks } = deps;
  const accounts = createBudget(serverLimits.heard.account);
  const organizations = createBudget(serverLimits.heard.organization);
  const speakers = createKeyedQueue();

  /** @throws AppError RATE_LIMITED where an account, or all of its organization, says more than people speak */
  function charge({ userId, organizationId }: Caller, characters: number): void {
    const shared = organizationId ?? userId;
    accounts.requireFrom(userId);
    organizations.requireFrom(shared);
    accounts.spend(userId, characters);
    organizations.spend(shared, characters);
  }

  mount(addHeardText, async ({ body, caller }) => {
    const {
      callId,
      speaker,
      textId,
      afterTextId,
      text,
      confidence,
      ageMs = 0,
      lengthMs = 0,
      onDevice,
    } = body;
    if (recordings.isConfigured)
      throw appError("INVALID_TRANSITION", { text: "This server has a recognizer, which hears the calls." });
    const heard = { callId, speaker, chunkId: textId, afterChunkId: afterTextId };
    const chunk = await microphone(heard, caller);
    if (chunk.source === "telephony")
      throw appError("INVALID_TRANSITION", { text: "A telephone call is heard by its own line alone." });
    if (!onDevice && !(await allowsVendorSpeech(caller.organizationId)))
      throw appError("FORBIDDEN", {
        text: "Your organization does not allow browsers to send the sound of calls to their vendor.",
      });
    charge(caller, text.length);
    // The browser says how long ago that was, not when: its clock may differ.
    const to = clock.ms() - Math.min(ageMs, longestMs);
    const spoken = { from: new Date(to - Math.min(lengthMs, longestMs)), to: new Date(to) };
    await chunk.turn();
    return speakers.acquire(`${callId} ${speaker}`, async () => {
      const answer = await chunk.addLine({ transcript: text, confidence, spoken });
      await chunk.settle();
      return answer;
    });
  });

  mount(speechTerms, async ({ caller }) => ({
    data: speechTermsOf(await playbooks.publishedContent(caller.organizationId)),
  }));
}
