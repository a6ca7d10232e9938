import type { Organization, User } from "@souffleur/contracts";

/** The specification's auth state; `expired` distinguishes a session that was ended from none, and `error` says why. */
export interface AuthState {
  readonly user: User | null;
  readonly organization: Organization | null;
  readonly isAuthenticated: boolean;
  readonly loading: boolean;
  readonly error: string | null;
  readonly expired: boolean;
  /** From when the session needs the passkey that it lacks; null where it needs none. */
  readonly passkeyFrom: string | null;
}

export type AuthEvent =
  | { type: "attempt" }
  | { type: "success"; user: User; organization: Organization | null; passkeyFrom?: string | undefined }
  | { type: "error"; message: string }
  | { type: "logout" }
  | { type: "expired"; message: string };

export const initialAuthState: AuthState = {
  user: null,
  organization: null,
  isAuthenticated: false,
  loading: true,
  error: null,
  expired: false,
  passkeyFrom: null,
};

/** `product.md`, "Sign-in and session". A registration starts no session, so no event belongs to it. */
export function authState(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case "attempt":
      return { ...state, loading: true, error: null };
    case "success":
      return {
        ...initialAuthState,
        loading: false,
        isAuthenticated: true,
        user: event.user,
        organization: event.organization,
        passkeyFrom: event.passkeyFrom ?? null,
      };
    case "error":
      return { ...initialAuthState, loading: false, error: event.message };
    case "logout":
      return { ...initialAuthState, loading: false };
    case "expired":
      return { ...initialAuthState, loading: false, expired: true, error: event.message };
  }
}
