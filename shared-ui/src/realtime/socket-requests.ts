import type { ClientToServer } from "@souffleur/contracts/realtime";
import type { Socket } from "socket.io-client";
import { getSocket } from "./socket.ts";

const answerTimeoutMs = 10_000;

type RequestName = keyof ClientToServer;
type Payload<Name extends RequestName> = Parameters<ClientToServer[Name]>[0];
type Answer<Name extends RequestName> = Parameters<Parameters<ClientToServer[Name]>[1]>[0];

/**
 * Sends a request over the socket. `onAnswer` is called with the answer synchronously, because later events may arrive
 * before a promise's continuation runs.
 * @throws if no answer arrives in time, or one that does not match its contract
 */
export async function socketRequest<Name extends RequestName>(
  name: Name,
  payload: Payload<Name>,
  onAnswer: (answer: Answer<Name>) => void,
): Promise<void> {
  const { current, contracts } = await getSocket();
  await new Promise<void>((resolve, reject) => {
    const take = (timeout: Error | null, received: unknown) => {
      try {
        if (timeout) throw timeout;
        onAnswer(contracts.socketAnswers[name].parse(received) as Answer<Name>);
        resolve();
      } catch (error) {
        reject(error);
      }
    };
    (current as Socket).timeout(answerTimeoutMs).emit(name, payload, take);
  });
}

/** Joins a call's room; the answer has the call's lines after `payload.after`. As `socketRequest`. */
export function joinCallSession(
  payload: Payload<"join_call_session">,
  onAnswer: (answer: Answer<"join_call_session">) => void,
): Promise<void> {
  return socketRequest("join_call_session", payload, onAnswer);
}
