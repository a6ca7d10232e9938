import { type Attempts, currentAttempts, noAttempts } from "./attempts.ts";

const attemptsKey = "souffleur.verification.attempts";
const cooldownKey = "souffleur.verification.cooldown";

/** What counts at this moment; a record that is over, or that can't be read, is removed. */
export function readAttempts(): Attempts {
  const saved = read(attemptsKey);
  const attempts = isAttempts(saved) ? currentAttempts(saved, Date.now()) : noAttempts;
  if (attempts === noAttempts && saved !== null) writeAttempts(noAttempts);
  return attempts;
}

/** Whether too many codes were wrong to try another, or to have one sent. */
export function isBlocked(): boolean {
  return readAttempts().blocked;
}

export function writeAttempts(attempts: Attempts): void {
  write(attemptsKey, attempts.count === 0 ? undefined : attempts);
}

/** When the next mail may be asked for, in ms since the epoch; 0 where none was sent. */
export function readCooldownEnd(): number {
  const saved = read(cooldownKey);
  return typeof saved === "number" ? saved : 0;
}

export function writeCooldownEnd(at: number): void {
  write(cooldownKey, at);
}

/** Calls `follow` when another tab's page has sent a mail. @returns what ends it. */
export function followCooldown(follow: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === cooldownKey || key === null) follow();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

function isAttempts(saved: unknown): saved is Attempts {
  if (typeof saved !== "object" || saved === null) return false;
  const { count, lastAttempt, blocked } = saved as Record<string, unknown>;
  return Number.isInteger(count) && Number.isFinite(lastAttempt) && typeof blocked === "boolean";
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

/** Where there is no storage, block and cooldown hold until the page is left; the server has its own. */
function write(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    console.warn("The verification's state can't be kept in this browser's storage.");
  }
}
