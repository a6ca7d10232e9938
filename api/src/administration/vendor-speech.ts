import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

const wordOf = (isAllowed: boolean) => (isAllowed ? "allowed" : "forbidden");

/**
 * Whether browsers that send the sound of calls to their vendor may recognize them.
 * @param from what the caller has seen
 * @throws AppError INVALID_TRANSITION
 */
export function createVendorSpeech(organizations: Organizations, outboxes: Outboxes) {
  return async (
    { caller, source }: By<Member>,
    { isAllowed, from }: { isAllowed: boolean; from?: boolean | undefined },
  ): Promise<boolean> => {
    const { organizationId: id, userId: actorId } = caller;
    const before = await organizations.allowsVendorSpeech(id);
    // Repeated after a lost answer.
    if (before === isAllowed) return isAllowed;
    const details = { actorId, from: wordOf(before), to: wordOf(isAllowed), source };
    const event = auditEvent("organization.vendor_speech_changed", id, clock.now(), details);
    const isSaved =
      (from ?? before) === before && (await organizations.setVendorSpeech(id, isAllowed, event));
    if (!isSaved) throw appError("INVALID_TRANSITION", { text: "This setting was changed in the meantime." });
    outboxes.wake();
    return isAllowed;
  };
}
export type VendorSpeech = ReturnType<typeof createVendorSpeech>;
