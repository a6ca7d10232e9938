import type { Keyring } from "../../crypto/keyring.ts";
import type { Users } from "../accounts/users.ts";
import type { Passwords } from "./passwords.ts";

/**
 * Hashes a password for an address. All passwords of an address have the same salt, so that a sign-in needs one hash to
 * compare with all of them. @throws AppError SERVER_BUSY
 */
export function createAddressHash(users: Users, passwords: Passwords, keys: Keyring) {
  return async (email: string, password: string, now: Date): Promise<string> => {
    const known = await users.findByEmail(email, now);
    // Without an account the salt is derived from the address: two simultaneous first registrations have the same.
    const salt = keys.mac("password-salt", email).subarray(0, 16);
    const credentials = { email, password };
    return known === null
      ? passwords.hash(credentials, salt)
      : passwords.hashLike(known.passwordHash, credentials);
  };
}

export type AddressHash = ReturnType<typeof createAddressHash>;
