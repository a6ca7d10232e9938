import type { Endpoint, EndpointAnswer, EndpointInput } from "@souffleur/contracts";
import { saveFile } from "../browser/save-file.ts";
import { request, requestFile } from "../http/request.ts";
import { RequestError } from "../http/request-error.ts";
import { renewSession } from "./renewal.ts";
import { accessToken, currentRecord, expire, setPasskeyFrom } from "./session-store.ts";

/** Makes a call as the signed-in user. @throws RequestError */
export function call<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
  signal?: AbortSignal,
): Promise<EndpointAnswer<E>> {
  return asUser((token) => request(endpoint, input, { token, signal }));
}

/** Makes a call as the signed-in user and saves the file in its answer. @throws RequestError */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>>,
): Promise<void> {
  const { name, content } = await asUser((token) => requestFile(endpoint, input, { token }));
  saveFile(name, content);
}

/**
 * On a 401 TOKEN_EXPIRED the token is renewed and the call is made once more. The session ends if the token can't be
 * renewed, and on TOKEN_INVALID. On PASSKEY_REQUIRED the profile asks for the passkey.
 */
async function asUser<Answer>(send: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  const before = currentRecord();
  const token = before?.accessToken;
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof RequestError) || token === undefined) throw error;
    if (error.code === "TOKEN_INVALID" && accessToken() === token) expire("invalid");
    if (error.code === "PASSKEY_REQUIRED" && accessToken() === token)
      setPasskeyFrom(before?.passkeyFrom ?? new Date(0).toISOString());
    if (error.code !== "TOKEN_EXPIRED") throw error;
    const isRenewed = accessToken() !== token || (await renewSession());
    const renewed = currentRecord();
    // If another user has signed in meanwhile, the answer would not be for this call's user.
    if (!isRenewed || renewed === undefined || renewed.user.id !== before?.user.id) throw error;
    return send(renewed.accessToken);
  }
}
