import { readStored, writeStored } from "@souffleur/shared-ui";

const keyOf = (userId: string | undefined) => `souffleur.auto-generate.${userId ?? ""}`;

/** Whether suggestions are generated automatically: on unless the user switched it off for this call. */
export function autoGenerates(userId: string | undefined): boolean {
  return readStored(keyOf(userId)) !== "off";
}

export function keepAutoGenerate(userId: string | undefined, on: boolean): void {
  writeStored(keyOf(userId), on ? undefined : "off");
}
