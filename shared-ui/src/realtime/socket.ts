import { limits } from "@souffleur/contracts";
import type {
  ClientToServer,
  ServerEvent,
  ServerEventName,
  ServerToClient,
} from "@souffleur/contracts/realtime";
import type { Socket } from "socket.io-client";
import { language } from "../language/language.ts";
import { renewSession } from "../session/renewal.ts";
import { accessToken, sessionState, subscribeSession } from "../session/session-store.ts";

export type ConnectionStatus = "connected" | "connecting" | "offline";

const answerTimeoutMs = 10_000;

type AppSocket = Socket<ServerToClient, ClientToServer>;
type Contracts = typeof import("@souffleur/contracts/realtime");
type RequestName = keyof ClientToServer;
type Payload<Name extends RequestName> = Parameters<ClientToServer[Name]>[0];
type Answer<Name extends RequestName> = Parameters<Parameters<ClientToServer[Name]>[1]>[0];

/** Identifies this page to the server: a new connection replaces the page's own dead one. */
const pageId = crypto.getRandomValues(new Uint32Array(3)).join("-");

/** Set once the library is loaded. */
let socket: AppSocket | undefined;
let loading: Promise<{ current: AppSocket; contracts: Contracts }> | undefined;
/** Whether `startRealtime` is in effect. */
let started = false;
const handlers = new Map<string, Set<(payload: never) => void>>();
let status: ConnectionStatus = "offline";
const listeners = new Set<() => void>();

export function connectionStatus(): ConnectionStatus {
  return status;
}

/** Subscribes to changes of the connection's status and of the running call. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setStatus(next: ConnectionStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of [...listeners]) listener();
}

/** The page's socket. Library and contracts are loaded at the first use, because the sign-in page does not need them. */
function getSocket(): NonNullable<typeof loading> {
  loading ??= Promise.all([import("socket.io-client"), import("@souffleur/contracts/realtime")]).then(
    ([{ io }, contracts]) => {
      const current = attachHandlers(
        io({
          path: "/socket.io",
          transports: ["websocket"],
          autoConnect: false,
          reconnectionAttempts: limits.socketReconnectAttempts,
          reconnectionDelay: limits.socketReconnectDelayMs,
          reconnectionDelayMax: limits.socketReconnectDelayMs,
          // The library's jitter could shorten the specified delay by up to half a second.
          randomizationFactor: 0,
          timeout: limits.socketTimeoutMs,
          auth: (authenticate) => authenticate({ token: accessToken() ?? "", page: pageId, language }),
        }) as AppSocket,
        contracts,
      );
      socket = current;
      return { current, contracts };
    },
    (error: unknown) => {
      // The next use loads it again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function attachHandlers(created: AppSocket, { serverEvents }: Contracts): AppSocket {
  created.on("connect", () => {
    // The server announces a running call again, but not that a call has ended meanwhile.
    setRunning(undefined);
    setStatus("connected");
  });
  created.on("disconnect", (reason) => {
    setStatus(created.active ? "connecting" : "offline");
    // Either the session is over or only its token has expired: a renewal shows which.
    if (reason === "io server disconnect") void renewAndConnect();
  });
  created.on("connect_error", (error) => {
    const code = (error as Error & { data?: { code?: string } }).data?.code;
    setStatus(created.active ? "connecting" : "offline");
    if (code === "TOKEN_EXPIRED" || code === "TOKEN_INVALID") void renewAndConnect();
  });
  created.io.on("reconnect_attempt", () => setStatus("connecting"));
  created.io.on("reconnect_failed", () => setStatus("offline"));
  created.onAny((name: ServerEventName, payload: unknown) => {
    const wanted = [...(handlers.get(name) ?? [])];
    if (wanted.length === 0) return;
    const parsed = serverEvents[name].safeParse(payload);
    if (parsed.success) for (const handler of wanted) handler(parsed.data as never);
    else console.warn(`Dropped a ${name} event that does not match its contract`, parsed.error.issues);
  });
  onServerEvent("call_started", setRunning);
  onServerEvent("call_ended", ({ callId }) => {
    if (running?.callId === callId) setRunning(undefined);
  });
  return created;
}

let running: ServerEvent<"call_started"> | undefined;

/** The last announced call that has not ended; it may have started while another screen was shown. */
export function runningCall(): ServerEvent<"call_started"> | undefined {
  return running;
}

function setRunning(next: typeof running): void {
  if (next === running) return;
  running = next;
  for (const listener of [...listeners]) listener();
}

/** The token of the last renewal: if it is refused too, it is not renewed again. */
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

/** Connects now with a new series of attempts, after a press of Retry or the return of the network. */
export function reconnect(): void {
  if (accessToken() === undefined) return;
  refusedToken = undefined;
  if (socket?.connected) return;
  setStatus("connecting");
  void connect();
}

async function connect(): Promise<void> {
  try {
    const { current } = await getSocket();
    // While the library was being loaded, the user may have signed out or the socket may have connected.
    if (!started || accessToken() === undefined || current.connected) return;
    current.disconnect().connect();
  } catch (error) {
    console.warn("The real-time connection could not be prepared", error);
    setStatus("offline");
  }
}

/**
 * Keeps the socket open while a user is signed in, and reopens it for another user.
 * @returns a function that stops it.
 */
export function startRealtime(): () => void {
  started = true;
  let connectedUserId: string | undefined;
  const follow = () => {
    const userId = sessionState().user?.id;
    if (userId === connectedUserId) return;
    connectedUserId = userId;
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
 * Subscribes to an event; a payload that does not match its contract is logged and dropped.
 * @returns a function that stops it.
 */
export function onServerEvent<Name extends ServerEventName>(
  name: Name,
  handler: (payload: ServerEvent<Name>) => void,
): () => void {
  const ofName = handlers.get(name) ?? new Set();
  // A new function, because the same handler may be subscribed twice.
  const listener = (payload: never) => handler(payload);
  handlers.set(name, ofName.add(listener));
  return () => void ofName.delete(listener);
}

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
