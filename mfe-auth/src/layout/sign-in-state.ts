export type SignUpStage = "registered" | "verified";

/** Passed to the sign-in page in the history's state, which a link cannot set. */
export interface SignInState {
  /** Prefills the email field. */
  email?: string | undefined;
  /** What was just done in this browser: a registration, whose verification mail has been sent, or its verification. */
  done?: SignUpStage;
}

/** The page that verifies an email address by a code. */
export function codePath(email: string): string {
  return `/verify-email?${new URLSearchParams({ email, method: "code" })}`;
}

/** The path that the route guard put into `location.state.from`; `home` if it is not a path of this application. */
export function returnPath(state: unknown, home = "/dashboard"): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  const isOwnPath =
    typeof from === "string" &&
    /^\/(?![/\\])/.test(from) &&
    !/^\/(login|register|verify-email|invitation|new-password|single-sign-on)\b/.test(from);
  return isOwnPath ? from : home;
}

export const returnKey = "souffleur.return";

/** Keeps the path of `returnPath` while this tab is at an identity provider. Without storage, the dashboard follows. */
export function keepReturn(state: unknown): void {
  try {
    sessionStorage.setItem(returnKey, returnPath(state));
  } catch {}
}
