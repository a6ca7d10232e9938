import { readStoredJson, writeStored } from "@souffleur/shared-ui";
import { type Attempts, currentAttempts, noAttempts } from "./attempts.ts";

const attemptsKey = "souffleur.verification.attempts";
const cooldownKey = "souffleur.verification.cooldown";

/** The current failed attempts; an expired or invalid record is removed. */
export function readAttempts(): Attempts {
  const saved = readStoredJson(attemptsKey);
  const attempts = isAttempts(saved) ? currentAttempts(saved, Date.now()) : noAttempts;
  if (attempts === noAttempts) writeAttempts(noAttempts);
  return attempts;
}

/** Whether too many wrong codes block further attempts and mails. */
export function isBlocked(): boolean {
  return readAttempts().blocked;
}

export function writeAttempts(attempts: Attempts): void {
  write(attemptsKey, attempts.count === 0 ? undefined : attempts);
}

/** When the next mail may be requested, in ms since the epoch; 0 if none was sent. */
export function readCooldownEnd(): number {
  const saved = readStoredJson(cooldownKey);
  return typeof saved === "number" ? saved : 0;
}

export function writeCooldownEnd(at: number): void {
  write(cooldownKey, at);
}

/** Calls `onChange` when another tab has requested a mail. @returns the unsubscribe function */
export function subscribeCooldown(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === cooldownKey || key === null) onChange();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

function isAttempts(saved: unknown): saved is Attempts {
  if (typeof saved !== "object" || saved === null) return false;
  const { count, lastAttempt, blocked } = saved as Record<string, unknown>;
  return Number.isInteger(count) && Number.isFinite(lastAttempt) && typeof blocked === "boolean";
}

/** Without storage, the cooldown lasts until the page is left, and nothing blocks; the server has its own limits. */
function write(key: string, value: unknown): void {
  if (!writeStored(key, value === undefined ? undefined : JSON.stringify(value)))
    console.warn("The verification's state can't be kept in this browser's storage.");
}
