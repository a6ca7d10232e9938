const parameter = "call";

/** The query of an address that names a call. */
export function searchOf(callId: string): string {
  return `?${new URLSearchParams({ [parameter]: callId })}`;
}

/** @returns null where the address names no call */
export function callOf(search: string): string | null {
  return new URLSearchParams(search).get(parameter);
}
