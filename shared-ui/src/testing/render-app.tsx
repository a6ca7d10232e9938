import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ActionEntry,
  type Endpoint,
  type EndpointAnswer,
  type ErrorCode,
  errorCatalogue,
  type Organization,
  type User,
} from "@souffleur/contracts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type RenderResult, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { queryDefaults, Toaster, TooltipProvider } from "../index.ts";
import { QuickActionsContext, type RemoteModule } from "../routing.ts";
import { writeSavedRecord } from "../session/saved-record.ts";
import { startSession } from "../session/session.ts";
import { loadToasts } from "../toasts/toast.ts";
import { failTest, requireContract } from "./broken-contract.ts";

export interface ReceivedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | undefined;
}

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** An answer that no server of the contract sends, for a test of what a screen does then. */
  breaksContract?: true;
}

type Handler = (call: ReceivedCall) => Reply | Promise<Reply>;

/** A promise that the test resolves. */
export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/**
 * A successful answer of `endpoint`.
 * @throws Error where it breaks the contract
 */
export function ok<E extends Endpoint>(endpoint: E, answer: EndpointAnswer<E>): Reply {
  requireContract(endpoint, answer);
  return { status: 200, body: { success: true, ...answer } };
}

/** An error answer in the API's format. */
export function refused(
  code: ErrorCode,
  error: string,
  more: { field?: string; fields?: Record<string, string> } = {},
): Reply {
  return {
    status: errorCatalogue[code].status,
    body: { success: false, error, code, ...more, requestId: "test" },
  };
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);

/**
 * A real HTTP server for a screen's test: it answers with the test's handlers and records the calls. A call without a
 * handler gets a 404. An answer that breaks its contract ends the test with the contract's error.
 */
export async function startApi() {
  const routes: { endpoint: Endpoint; pattern: RegExp; handler: Handler }[] = [];
  const calls: ReceivedCall[] = [];
  const server = createServer(async (req, res) => {
    const address = new URL(req.url ?? "/", "http://localhost");
    const received: ReceivedCall = {
      method: req.method ?? "GET",
      path: address.pathname,
      query: address.searchParams,
      body: await readBody(req),
      token: req.headers.authorization?.replace("Bearer ", ""),
    };
    calls.push(received);
    const route = routes.findLast(
      ({ endpoint, pattern }) => endpoint.method === received.method && pattern.test(received.path),
    );
    send(res, await replyOf(route, received));
  });
  // It would close an idle connection that a busy page is about to use; browsers then try again, Node's fetch does not.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(globalThis, { testApiOrigin: `http://127.0.0.1:${port}` });
  /** Sets an endpoint's handler; the newest one answers. */
  function on(endpoint: Endpoint, handler: Handler): void {
    routes.push({ endpoint, pattern: patternOf(endpoint), handler });
  }
  return {
    calls,
    /** For attaching a socket server. */
    server,
    /** Makes this server the page's origin, which its socket needs. */
    servePage(): void {
      (globalThis as unknown as { openPageAt: (url: string) => void }).openPageAt(
        `http://127.0.0.1:${port}/`,
      );
    },
    on,
    /** Sets a handler whose result is a successful answer. */
    answer<E extends Endpoint>(endpoint: E, handler: (call: ReceivedCall) => EndpointAnswer<E>): void {
      on(endpoint, (call) => ok(endpoint, handler(call)));
    },
    callsOf(endpoint: Endpoint): ReceivedCall[] {
      const pattern = patternOf(endpoint);
      return calls.filter((made) => made.method === endpoint.method && pattern.test(made.path));
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function replyOf(
  route: { endpoint: Endpoint; handler: Handler } | undefined,
  received: ReceivedCall,
): Promise<Reply> {
  if (route === undefined) return refused("NOT_FOUND", "The requested resource was not found.");
  try {
    const reply = await route.handler(received);
    if (!reply.breaksContract && isSuccess(reply.body)) requireContract(route.endpoint, reply.body);
    return reply;
  } catch (error) {
    failTest(error);
    return refused("INTERNAL", String(error));
  }
}

const isSuccess = (body: unknown): body is { success: true } =>
  typeof body === "object" && body !== null && "success" in body && body.success === true;

async function readBody(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : JSON.parse(text);
}

function send(res: ServerResponse, { status, body, headers }: Reply): void {
  res.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** An access token that expires `seconds` from now, with an invalid signature. */
export function tokenFor(user: User, seconds = 900): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: user.id, sid: "session", role: user.role, org: "org", iat: now, exp: now + seconds };
  return `${part({ alg: "HS256", kid: "test" })}.${part(claims)}.c2lnbmF0dXJl`;
}

export function someUser(differences: Partial<User> = {}): User {
  return {
    id: "user-1",
    firstName: "Camille",
    lastName: "Moreau",
    email: "camille@example.com",
    role: "agent",
    status: "active",
    createdAt: "2026-01-05T09:00:00.000Z",
    requestedAt: "2026-01-05T09:05:00.000Z",
    ...differences,
  };
}

/** Saves a session in the browser's storage, as a sign-in does; its token expires `seconds` from now. */
export function saveSession(
  user: User,
  {
    organization = null,
    seconds = 900,
  }: { organization?: Organization | null | undefined; seconds?: number } = {},
): void {
  const accessToken = tokenFor(user, seconds);
  writeSavedRecord({ accessToken, user, organization, timestamp: Date.now() });
}

export interface RenderOptions {
  /** The path that is opened, query included. */
  path: string;
  /** The signed-in user, if any. */
  as?: User;
  organization?: Organization;
  /** The initial content of the browser's storage, as after a reload. */
  stored?: Record<string, unknown>;
  /** The quick actions of the remotes. */
  quickActions?: readonly ActionEntry[];
}

type Router = ReturnType<typeof createBrowserRouter>;

export type RenderedApp = RenderResult & {
  router: Router;
  queryClient: QueryClient;
  user: UserEvent;
  /** The current path and query. */
  address: () => string;
  /** Stops the timers and listeners of the session and of the router; called at the end of a test. */
  stop: () => void;
};

/** Renders a remote's screens as the shell does, without the shell: any other route is empty. */
export async function renderApp(
  module: RemoteModule,
  { path, as, organization, stored = {}, quickActions = [] }: RenderOptions,
): Promise<RenderedApp> {
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  if (as !== undefined) saveSession(as, { organization });
  let stop = () => {};
  await act(async () => {
    stop = startSession();
  });
  window.history.replaceState(null, "", path);
  const router = createBrowserRouter([
    ...module.routes.map(({ path: at, Component }) => ({ path: at, element: <Component /> })),
    { path: "*", element: null },
  ]);
  const queryClient = new QueryClient({ defaultOptions: queryDefaults({ retry: false }) });
  await dismissToasts();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <QuickActionsContext value={quickActions}>
          <RouterProvider router={router} />
        </QuickActionsContext>
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  // The toaster is loaded a moment after the page.
  await act(async () => void (await loadToasts()));
  showAtOnce();
  return {
    ...view,
    router,
    queryClient,
    user: userEvent.setup({ delay: null }),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    stop() {
      stop();
      router.dispose();
    },
  };
}

/** Removes the styles of the library of toasts, which hide a toast until an effect has measured it. */
function showAtOnce(): void {
  for (const style of document.querySelectorAll("style"))
    if (style.textContent.includes("[data-sonner-toast]")) style.remove();
}

/** Otherwise the library would show the toasts of the previous test again in the next toaster. */
export async function dismissToasts(): Promise<void> {
  (await loadToasts()).toast.dismiss();
}
