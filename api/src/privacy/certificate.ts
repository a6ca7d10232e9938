import { createHash } from "node:crypto";
import { ErasureCertificate } from "@souffleur/contracts/privacy";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { tryParseJson } from "../http/try-parse-json.ts";
import { customerKey, customerKeys } from "./customer.ts";

type Content = Omit<ErasureCertificate, "seal">;

const contentOf = (certificate: Content) =>
  JSON.stringify([
    certificate.id,
    certificate.organizationId,
    certificate.customer,
    certificate.calls,
    certificate.lines,
    certificate.callIds,
    certificate.requestedAt,
    certificate.completedAt,
    certificate.by,
  ]);

const customerText = (organizationId: string | null, key: string) => JSON.stringify([organizationId, key]);

/** Lets the product recognize an erased customer. It is keyed, because a plain hash of a number could be found by trial. */
export function sealCustomer(keys: Keyring, organizationId: string | null, customer: string): string {
  return sealOf(keys, "erased-customer", customerText(organizationId, customerKey(customer)));
}

export function isErasedCustomer(
  keys: Keyring,
  { organizationId, customer: seal }: Pick<ErasureCertificate, "organizationId" | "customer">,
  customer: string,
): boolean {
  return customerKeys(customer).some((key) =>
    isSealOf(keys, "erased-customer", customerText(organizationId, key), seal),
  );
}

/** SHA-256 of the ids, sorted and one a line. */
export function hashIds(callIds: readonly string[]): string {
  return createHash("sha256").update(callIds.toSorted().join("\n")).digest("hex");
}

export function certify(keys: Keyring, content: Content): ErasureCertificate {
  return { ...content, seal: sealOf(keys, "erasure-certificate", contentOf(content)) };
}

/** The seal of a certificate by the current key: the one that it was written with may have been dropped since. */
export function sealAgain(keys: Keyring, certificate: Content): string {
  return sealOf(keys, "erasure-certificate", contentOf(certificate));
}

/** Whether the product wrote this certificate. @param seal its own, or a later one */
export function isGenuine(keys: Keyring, certificate: ErasureCertificate, seal = certificate.seal): boolean {
  return isSealOf(keys, "erasure-certificate", contentOf(certificate), seal);
}

/** Whether the certificate names a listed key as that of its seal. */
export function isByListedKey(keys: Keyring, { seal }: Pick<ErasureCertificate, "seal">): boolean {
  return keys.kids.includes(seal.split(".")[0] ?? "");
}

const fieldName = /"[^"]*"\s*:/g;

/**
 * @param text a file
 * @returns the certificate; undefined for anything else, also with a field that the seal does not cover, or a field that
 *   stands twice, of which a reader may see the other one. A certificate has no character that needs an escape, with which
 *   a field's name could be written in another way
 */
export function parseCertificate(text: string): ErasureCertificate | undefined {
  const { data } = ErasureCertificate.strict().safeParse(tryParseJson(text));
  if (data === undefined || text.includes("\\")) return undefined;
  return text.match(fieldName)?.length === Object.keys(data).length ? data : undefined;
}
