import { createHash } from "node:crypto";
import { ErasureCertificate } from "@souffleur/contracts/privacy";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { customerKey } from "./customer.ts";

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

const customerText = (organizationId: string | null, customer: string) =>
  JSON.stringify([organizationId, customerKey(customer)]);

/** Lets the product recognize an erased customer. It is keyed, because a plain hash of a number could be found by trial. */
export function sealCustomer(keys: Keyring, organizationId: string | null, customer: string): string {
  return sealOf(keys, "erased-customer", customerText(organizationId, customer));
}

export function isErasedCustomer(
  keys: Keyring,
  { organizationId, customer: seal }: Pick<ErasureCertificate, "organizationId" | "customer">,
  customer: string,
): boolean {
  return isSealOf(keys, "erased-customer", customerText(organizationId, customer), seal);
}

/** SHA-256 of the ids, sorted and one a line. */
export function hashIds(callIds: readonly string[]): string {
  return createHash("sha256").update(callIds.toSorted().join("\n")).digest("hex");
}

export function certify(keys: Keyring, content: Content): ErasureCertificate {
  return { ...content, seal: sealOf(keys, "erasure-certificate", contentOf(content)) };
}

/** @returns a certificate that the product has written; undefined for anything else */
export function readCertificate(keys: Keyring, given: unknown): ErasureCertificate | undefined {
  const { data } = ErasureCertificate.safeParse(given);
  return data && isSealOf(keys, "erasure-certificate", contentOf(data), data.seal) ? data : undefined;
}
