import type { Suggestion } from "@souffleur/contracts";
import type { Slots } from "./place-state.ts";

/** Replaces the text of the line that triggered suggestions; returns the same object where none was. */
export function changeTrigger(places: Slots, messageId: string, text: string): Slots {
  const isOf = ({ trigger }: Suggestion) => trigger?.messageId === messageId && trigger.text !== text;
  const all = [...places.shown, ...places.waiting];
  if (!all.some((one) => one && isOf(one.suggestion))) return places;
  const change = <One extends { suggestion: Suggestion }>(one: One): One =>
    isOf(one.suggestion) ? { ...one, suggestion: { ...one.suggestion, trigger: { messageId, text } } } : one;
  return {
    ...places,
    shown: places.shown.map((one) => one && change(one)),
    waiting: places.waiting.map(change),
  };
}
