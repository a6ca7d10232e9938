import type { Suggestion } from "@souffleur/contracts";
import type { Slots } from "./slot-state.ts";

/** Replaces the text of the line that triggered suggestions; returns the same object where none was. */
export function changeTrigger(slots: Slots, messageId: string, text: string): Slots {
  const isOf = ({ trigger }: Suggestion) => trigger?.messageId === messageId && trigger.text !== text;
  const all = [...slots.shown, ...slots.waiting];
  if (!all.some((one) => one && isOf(one.suggestion))) return slots;
  const change = <One extends { suggestion: Suggestion }>(one: One): One =>
    isOf(one.suggestion) ? { ...one, suggestion: { ...one.suggestion, trigger: { messageId, text } } } : one;
  return {
    ...slots,
    shown: slots.shown.map((one) => one && change(one)),
    waiting: slots.waiting.map(change),
  };
}
