import type { ErasureCertificate } from "@souffleur/contracts/privacy";
import { formatCount, saveFile } from "@souffleur/shared-ui";

/** `1,234 calls`, `1 call`. */
export function counted(howMany: number, one: string, several = `${one}s`): string {
  return `${formatCount(howMany)} ${howMany === 1 ? one : several}`;
}

export function saveCertificate(certificate: ErasureCertificate): void {
  const name = `erasure-${certificate.completedAt.slice(0, 10)}-${certificate.id.slice(0, 8)}.json`;
  saveFile(name, new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: "application/json" }));
}
