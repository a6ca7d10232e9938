import type { ErasureCertificate } from "@souffleur/contracts";
import { formatCount } from "@souffleur/shared-ui";

const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

export const formatWhen = (iso: string) => dayAndTime.format(new Date(iso));
export const formatDay = (iso: string) => day.format(new Date(iso));

/** `1,234 calls`, `1 call`. */
export function counted(howMany: number, one: string, several = `${one}s`): string {
  return `${formatCount(howMany)} ${howMany === 1 ? one : several}`;
}

export function saveCertificate(certificate: ErasureCertificate): void {
  const text = `${JSON.stringify(certificate, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `erasure-${certificate.completedAt.slice(0, 10)}-${certificate.id.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
