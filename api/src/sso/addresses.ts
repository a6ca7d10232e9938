/**
 * Where a provider sends browsers back to. Each organization has its own: an answer meant for another provider is not
 * accepted (RFC 9700, 4.4.2.2).
 */
export function redirectAddress(publicUrl: string, organizationId: string): string {
  return `${publicUrl}/single-sign-on/${organizationId}`;
}

/** Where a provider, or a link in its portal, sends people who want to sign in. */
export function startAddress(publicUrl: string, organizationId: string, issuer: string): string {
  return `${redirectAddress(publicUrl, organizationId)}?${new URLSearchParams({ iss: issuer })}`;
}

/** Where a provider says that sessions have ended. */
export function logoutAddress(publicUrl: string, organizationId: string): string {
  return `${publicUrl}/api/auth/sso/${organizationId}/logout`;
}
