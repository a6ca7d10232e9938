import type { ErasureCertificate } from "@souffleur/contracts/privacy";
import { saveFile } from "@souffleur/shared-ui";

export function saveCertificate(certificate: ErasureCertificate): void {
  const name = `erasure-${certificate.completedAt.slice(0, 10)}-${certificate.id.slice(0, 8)}.json`;
  saveFile(name, new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: "application/json" }));
}
