/** What a page hands over to the sign-in page in the history's state, where no link can put anything. */
export interface SignInState {
  /** Fills in the address. */
  email?: string | undefined;
  /** The address was just registered: a mail is on its way to verify it. */
  isRegistered?: boolean;
}

/** Where a code is asked for, which verifies an address. */
export function codePath(email: string): string {
  return `/verify-email?${new URLSearchParams({ email, method: "code" })}`;
}
