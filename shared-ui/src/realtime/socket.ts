import { limits } from "@souffleur/contracts";
import type {
  ClientToServer,
  ServerEvent,
  ServerEventName,
  ServerToClient,
} from "@souffleur/contracts/realtime";
import type { Socket } from "socket.io-client";
import { createListeners } from "../browser/listeners.ts";
import { onWake } from "../browser/on-wake.ts";
import { language } from "../language/language.ts";
import { renewSession } from "../session/renewal.ts";
import {
  accessToken,
  renameOrganization,
  sessionState,
  setCurrency,
  subscribeSession,
} from "../session/session-store.ts";
import { seekRunningCall } from "./seek-running-call.ts";

export type ConnectionStatus = "connected" | "connecting" | "offline";

type AppSocket = Socket<ServerToClient, ClientToServer>;
type Contracts = typeof import("@souffleur/contracts/realtime");

/** Identifies this page to the server: a new connection replaces the page's own dead one. */
const pageId = crypto.getRandomValues(new Uint32Array(3)).join("-");

/** Set once the library is loaded. */
let socket: AppSocket | undefined;
let loading: Promise<{ current: AppSocket; contracts: Contracts }> | undefined;
/** Whether `startRealtime` is in effect. */
let started = false;
/** By the name of their event; those of all events by "*". */
const handlers = new Map<string, Set<(payload: never, name: never) => void>>();
let status: ConnectionStatus = "offline";
const listeners = createListeners();

export function connectionStatus(): ConnectionStatus {
  return status;
}

/** Subscribes to changes of the connection's status and of the running call. */
export const subscribeConnection = listeners.subscribe;

function setStatus(next: ConnectionStatus): void {
  if (next === status) return;
  status = next;
  listeners.notify();
}

/** Shows an open connection on which nothing arrives as one that is lost. */
export function showSilence(isSilent: boolean): void {
  if (socket?.connected) setStatus(isSilent ? "connecting" : "connected");
}

/** The page's socket. Library and contracts are loaded at the first use, because the sign-in page does not need them. */
export function getSocket(): NonNullable<typeof loading> {
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

/** The timer of the next attempt after the specified ones; set while the page goes on slowly. */
let slowTimer: ReturnType<typeof setTimeout> | undefined;
/** Whether the specified attempts are used up: each further one is single, and the page stays offline meanwhile. */
let isSlow = false;

function connectSlowly(): void {
  isSlow = true;
  setStatus("offline");
  clearTimeout(slowTimer);
  slowTimer = setTimeout(tryOnce, limits.socketSlowReconnectMs);
}

/** One attempt of those that go on slowly; also at once, when the page wakes. */
function tryOnce(): void {
  if (!isSlow || !started || accessToken() === undefined) return;
  clearTimeout(slowTimer);
  // A failure arrives as `connect_error`, unless the server accepts the connection and then never answers.
  slowTimer = setTimeout(tryOnce, limits.socketTimeoutMs + limits.socketSlowReconnectMs);
  socket?.io.reconnection(false);
  void connect();
}

function stopSlowAttempts(): void {
  isSlow = false;
  clearTimeout(slowTimer);
  socket?.io.reconnection(true);
}

function attachHandlers(created: AppSocket, { serverEvents }: Contracts): AppSocket {
  created.on("connect", () => {
    // The server announces a running call again, but not that a call has ended meanwhile.
    setRunning(undefined);
    stopSlowAttempts();
    setStatus("connected");
  });
  created.on("disconnect", (reason) => {
    setStatus(created.active ? "connecting" : "offline");
    // Either the session is over or only its token has expired: a renewal shows which.
    if (reason === "io server disconnect") void renewAndConnect();
  });
  created.on("connect_error", (error) => {
    const code = (error as Error & { data?: { code?: string } }).data?.code;
    if (code === "TOKEN_EXPIRED" || code === "TOKEN_INVALID") void renewAndConnect();
    // The library does not try again after a refusal, as by a server whose database is still starting.
    else if (isSlow || !created.active) connectSlowly();
    else setStatus("connecting");
  });
  created.io.on("reconnect_attempt", () => setStatus("connecting"));
  created.io.on("reconnect_failed", connectSlowly);
  created.onAny((name: ServerEventName, payload: unknown) => {
    const wanted = handlersOf(name);
    if (wanted.length === 0) return;
    // An older shell does not know each event that a newer remote subscribes to.
    const parsed = serverEvents[name]?.safeParse(payload);
    if (parsed?.success) for (const handler of wanted) handler(parsed.data as never, name as never);
    else console.warn(`Dropped a ${name} event that does not match its contract`, parsed?.error.issues);
  });
  onServerEvent("organization_renamed", renameOrganization);
  onServerEvent("currency_changed", setCurrency);
  onServerEvent("call_started", setRunning);
  onServerEvent("call_ended", ({ callId }) => {
    if (running?.callId === callId) setRunning(undefined);
  });
  return created;
}

const handlersOf = (name: ServerEventName) => [...(handlers.get(name) ?? []), ...(handlers.get("*") ?? [])];

let running: ServerEvent<"call_started"> | undefined;

/** The last announced call that has not ended; it may have started while another screen was shown. */
export function runningCall(): ServerEvent<"call_started"> | undefined {
  return running;
}

function setRunning(next: typeof running): void {
  if (next === running) return;
  running = next;
  listeners.notify();
}

/** The running call as a page without a socket has found it; one that is not known yet is announced as the socket does. */
function takeRunning(found: typeof running): void {
  if (found?.callId === running?.callId) return;
  if (found !== undefined)
    for (const handler of handlersOf("call_started")) handler(found as never, "call_started" as never);
  setRunning(found);
}

/** The token of the last renewal: if it is refused too, it is not renewed again. */
let refusedToken: string | undefined;

async function renewAndConnect(): Promise<void> {
  setStatus("offline");
  const token = accessToken();
  if (token === undefined) return;
  if (token === refusedToken) return connectSlowly();
  try {
    if (!(await renewSession())) return;
  } catch {
    return connectSlowly();
  }
  refusedToken = accessToken();
  socket?.connect();
}

/** Connects now with a new series of attempts, after a press of Retry or the return of the network. */
export function reconnect(): void {
  if (accessToken() === undefined) return;
  refusedToken = undefined;
  if (socket?.connected) return;
  stopSlowAttempts();
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
    connectSlowly();
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
    stopSlowAttempts();
    socket?.disconnect();
    setStatus("offline");
    if (userId !== undefined) reconnect();
  };
  const unsubscribe = subscribeSession(follow);
  window.addEventListener("online", reconnect);
  const stopWaking = onWake(tryOnce);
  const stopSeeking = seekRunningCall(
    () => status !== "connected" && accessToken() !== undefined,
    takeRunning,
  );
  follow();
  return () => {
    unsubscribe();
    stopSeeking();
    window.removeEventListener("online", reconnect);
    stopWaking();
    started = false;
    setRunning(undefined);
    stopSlowAttempts();
    socket?.disconnect();
  };
}

/**
 * Subscribes to an event, or by "*" to all of them; a payload that does not match its contract is logged and dropped.
 * @returns a function that stops it.
 */
export function onServerEvent<Name extends ServerEventName>(
  name: Name | "*",
  handler: (payload: ServerEvent<Name>, name: Name) => void,
): () => void {
  const ofName = handlers.get(name) ?? new Set();
  // A new function, because the same handler may be subscribed twice.
  const listener: typeof handler = (payload, of) => handler(payload, of);
  handlers.set(name, ofName.add(listener));
  return () => void ofName.delete(listener);
}
