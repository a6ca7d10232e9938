import {
  type ClientToServer,
  JoinAnswer,
  type JoinCallSession,
  limits,
  type ServerEvent,
  type ServerEventName,
  type ServerToClient,
  serverEvents,
} from "@souffleur/contracts";
import type { Socket } from "socket.io-client";
import { accessToken, renewSession, sessionState, subscribeSession } from "../session/session.ts";

export type ConnectionStatus = "connected" | "connecting" | "offline";

const joinTimeoutMs = 10_000;

type AppSocket = Socket<ServerToClient, ClientToServer>;

/** Names this page to the server: its new connection takes the place of its own dead one. */
const page = crypto.getRandomValues(new Uint32Array(3)).join("-");

/** Set once its library is there. */
let socket: AppSocket | undefined;
let loading: Promise<AppSocket> | undefined;
/** Between `startRealtime` and its end. */
let started = false;
const handlers = new Map<string, Set<(payload: unknown) => void>>();
let status: ConnectionStatus = "offline";
const listeners = new Set<() => void>();

export function connectionStatus(): ConnectionStatus {
  return status;
}

/** Of the connection and of the running call. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setStatus(next: ConnectionStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of [...listeners]) listener();
}

/**
 * The page's one socket, from its first use; it is connected while somebody is signed in. Its library is
 * fetched then: the sign-in page needs none of it.
 */
function theSocket(): Promise<AppSocket> {
  loading ??= import("socket.io-client").then(
    ({ io }) => {
      socket = wire(
        io({
          path: "/socket.io",
          transports: ["websocket"],
          autoConnect: false,
          reconnectionAttempts: limits.socketReconnectAttempts,
          reconnectionDelay: limits.socketReconnectDelayMs,
          reconnectionDelayMax: limits.socketReconnectDelayMs,
          // The library's jitter would go half a second below the specification's delay.
          randomizationFactor: 0,
          timeout: limits.socketTimeoutMs,
          auth: (give) => give({ token: accessToken() ?? "", page }),
        }) as AppSocket,
      );
      return socket;
    },
    (error: unknown) => {
      // The next use asks for it again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function wire(made: AppSocket): AppSocket {
  made.on("connect", () => {
    // The server tells again what runs; what ended meanwhile it does not.
    setRunning(undefined);
    setStatus("connected");
  });
  made.on("disconnect", (reason) => {
    setStatus(made.active ? "connecting" : "offline");
    // The server closed it: the session may be over, or only its token. Renewing tells.
    if (reason === "io server disconnect") void renewAndConnect();
  });
  made.on("connect_error", (error) => {
    const code = (error as Error & { data?: { code?: string } }).data?.code;
    setStatus(made.active ? "connecting" : "offline");
    if (code === "TOKEN_EXPIRED" || code === "TOKEN_INVALID") void renewAndConnect();
  });
  made.io.on("reconnect_attempt", () => setStatus("connecting"));
  made.io.on("reconnect_failed", () => setStatus("offline"));
  made.onAny((name: string, payload: unknown) => {
    for (const handler of [...(handlers.get(name) ?? [])]) handler(payload);
  });
  onServerEvent("call_started", setRunning);
  onServerEvent("call_ended", ({ callId }) => {
    if (running?.callId === callId) setRunning(undefined);
  });
  return made;
}

let running: ServerEvent<"call_started"> | undefined;

/** The call that was announced last and has not ended: it may have begun while no call screen was shown. */
export function runningCall(): ServerEvent<"call_started"> | undefined {
  return running;
}

function setRunning(next: typeof running): void {
  if (next === running) return;
  running = next;
  for (const listener of [...listeners]) listener();
}

/** One try a refusal: a token that is refused again right after its renewal is not asked for once more. */
let refusedToken: string | undefined;

async function renewAndConnect(): Promise<void> {
  const token = accessToken();
  if (token === undefined || token === refusedToken) return;
  try {
    if (!(await renewSession())) return;
  } catch {
    return;
  }
  refusedToken = accessToken();
  socket?.connect();
}

/** Connects now, with a new series of attempts: for the badge's Retry and for a network that is back. */
export function reconnect(): void {
  if (accessToken() === undefined) return;
  refusedToken = undefined;
  if (socket?.connected) return;
  setStatus("connecting");
  void connectAnew();
}

async function connectAnew(): Promise<void> {
  try {
    const current = await theSocket();
    // Signed out, or connected by somebody else, while the library was on its way.
    if (!started || accessToken() === undefined || current.connected) return;
    current.disconnect().connect();
  } catch (error) {
    console.warn("The real-time connection could not be prepared", error);
    setStatus("offline");
  }
}

/**
 * Keeps the socket with the session: open while somebody is signed in, opened anew for another person.
 * @returns a function that stops it.
 */
export function startRealtime(): () => void {
  started = true;
  let connectedAs: string | undefined;
  const follow = () => {
    const userId = sessionState().user?.id;
    if (userId === connectedAs) return;
    connectedAs = userId;
    setRunning(undefined);
    socket?.disconnect();
    setStatus("offline");
    if (userId !== undefined) reconnect();
  };
  const unsubscribe = subscribeSession(follow);
  window.addEventListener("online", reconnect);
  follow();
  return () => {
    unsubscribe();
    window.removeEventListener("online", reconnect);
    started = false;
    setRunning(undefined);
    socket?.disconnect();
  };
}

/**
 * Hears one event; a payload that does not fit its contract is logged and dropped.
 * @returns a function that stops it.
 */
export function onServerEvent<Name extends ServerEventName>(
  name: Name,
  handler: (payload: ServerEvent<Name>) => void,
): () => void {
  const listener = (payload: unknown) => {
    const parsed = serverEvents[name].safeParse(payload);
    if (parsed.success) handler(parsed.data as ServerEvent<Name>);
    else console.warn(`Dropped a ${name} event that does not fit its contract`, parsed.error.issues);
  };
  const ofName = handlers.get(name) ?? new Set();
  handlers.set(name, ofName.add(listener));
  return () => void ofName.delete(listener);
}

/**
 * Joins a call's room. `take` is given the answer, which holds the call's lines after `after`, in the moment that
 * it arrives: by the time that a promise's continuation ran, events that follow it on the wire may have come.
 * @throws where no answer came in time, or one that does not fit its contract
 */
export async function joinCallSession(
  payload: JoinCallSession,
  take: (answer: JoinAnswer) => void,
): Promise<void> {
  const current = await theSocket();
  await new Promise<void>((done, fail) => {
    current
      .timeout(joinTimeoutMs)
      .emit("join_call_session", payload, (lost: Error | null, given: unknown) => {
        try {
          if (lost) throw lost;
          take(JoinAnswer.parse(given));
          done();
        } catch (error) {
          fail(error);
        }
      });
  });
}
