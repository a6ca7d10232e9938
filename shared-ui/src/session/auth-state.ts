import type { Organization, User } from "@souffleur/contracts";

/** The specification's auth state; `expired` distinguishes a session that was ended from none, and `error` says why. */
export interface AuthState {
  readonly user: User | null;
  readonly organization: Organization | null;
  readonly isAuthenticated: boolean;
  readonly loading: boolean;
  readonly error: string | null;
  readonly expired: boolean;
}

export type AuthEvent =
  | { type: "attempt" }
  | { type: "success"; user: User; organization: Organization | null }
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
};

/** Specification section 4, authentication. A registration starts no session, so no event belongs to it. */
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
      };
    case "error":
      return { ...initialAuthState, loading: false, error: event.message };
    case "logout":
      return { ...initialAuthState, loading: false };
    case "expired":
      return { ...initialAuthState, loading: false, expired: true, error: event.message };
  }
}
