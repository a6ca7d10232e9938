import {
  type ActionEntry,
  type CallSummary,
  type FoundText,
  labelOf,
  outcomeLabels,
  type RouteEntry,
  type User,
} from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import { foldedWords, joinedWords } from "@souffleur/contracts/fold";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { contractText, formatDateTime, sharedText } from "@souffleur/shared-ui";
import { callPath, isOpenTo, type Viewer } from "../screens/screens.ts";
import { type Text, t } from "../texts/texts.ts";

/** A result of the search. */
export interface Result {
  readonly label: string;
  /** Additional text beside the label. */
  readonly note?: string;
  /** A found line of a transcript, which is in French. */
  readonly line?: string;
  /** An icon name as in a remote's manifest. */
  readonly icon: string;
  /** The places of the found words in `line`, in UTF-16 units. */
  readonly marks?: FoundText["marks"];
  /** The keys that do the same, pressed together. */
  readonly keys?: readonly string[];
  /** Its target, as a path with its query; undefined for a command that stays on the screen. */
  readonly to?: string;
  /** Passed to its target. */
  readonly state?: unknown;
  /** What a command does, after its target is shown. */
  readonly run?: () => void;
}

interface Searched {
  viewer: Viewer;
  /** The path of the screen that is shown. */
  path: string;
  screens: readonly RouteEntry[];
  /**
   * What can be done on the screen that is shown, and with the call: offered before a text is typed, except on other screens,
   * where Enter alone must not start a call.
   */
  commands: readonly Result[];
  /** What can be done on every screen. */
  preferences: readonly Result[];
  actions: readonly ActionEntry[];
  /** The user's running call. */
  call: ServerEvent<"call_started"> | undefined;
  /** Stored calls that contain the words, found by the server. */
  calls: readonly CallSummary[];
  /** Customers found by the server. */
  customers: readonly StoredCustomer[];
  /** People of the organization, found by the server. */
  people: readonly User[];
  /** Paths of screens that were chosen in earlier searches, the latest first. */
  recent: readonly string[];
}

/** The maximum number of results of each kind, so that all kinds are visible. */
const shownMax = 8;
export const usersPath = "/admin/users";
export const reviewPath = "/analytics/calls/:callId";
export const customerPath = "/live-call/customers/:customerId";

/** The results for a text by kind, without empty kinds. */
export function findResults(
  text: string,
  {
    viewer,
    path: current,
    screens,
    commands,
    preferences,
    actions,
    call,
    calls,
    customers,
    people,
    recent,
  }: Searched,
): [kind: Text, results: Result[]][] {
  const query = foldedWords(text);
  const open = screens.filter(
    ({ path, access }) => access !== "public" && !path.includes(":") && isOpenTo(viewer, { access }),
  );
  const leadsOn = (path: string) => open.some((screen) => screen.path === path);
  const recency = ({ path }: RouteEntry) => (recent.indexOf(path) + 1 || recent.length + 1) - 1;
  const order = ({ navigation }: RouteEntry) => navigation?.order ?? Number.MAX_SAFE_INTEGER;
  const ranked = open
    .map((screen) => ({ screen, rank: rankOf(query, screen.title, screenWords(screen)) }))
    .filter(({ rank }) => rank !== undefined)
    .sort(
      (a, b) =>
        Number(a.rank) - Number(b.rank) ||
        recency(a.screen) - recency(b.screen) ||
        order(a.screen) - order(b.screen),
    );
  const found: [kind: Text, results: Result[]][] = [
    [
      "Commands",
      (query.length > 0
        ? [...commands, ...preferences]
        : commands.filter(({ to }) => to === undefined || to === current)
      ).filter(({ label }) => rankOf(query, label) !== undefined),
    ],
    ["Screens", ranked.map(({ screen }) => screenResult(screen))],
    ["Actions", linkResults(query, actions)],
    ["Customers", customers.map(customerResult)],
    ["People", leadsOn(usersPath) ? people.map(personResult) : []],
    [
      "Calls",
      [
        ...(call !== undefined && leadsOn(callPath) ? callResults(query, call) : []),
        ...calls.map(pastCallResult),
      ],
    ],
  ];
  return found
    .filter(([, results]) => results.length > 0)
    .map(([kind, results]) => [kind, results.slice(0, shownMax)]);
}

function linkResults(query: readonly string[], actions: readonly ActionEntry[]): Result[] {
  const links = actions.flatMap(({ label, icon, to }) =>
    to !== undefined && query.length > 0 && rankOf(query, label) !== undefined
      ? // As New Call in the top bar, it leads to the button that starts one.
        [{ label, icon, to, ...(to === callPath && { state: { newCall: true } }) }]
      : [],
  );
  // The same action may be in the user menu and among the quick actions.
  return links.filter(
    (one, at) => links.findIndex(({ label, to }) => label === one.label && to === one.to) === at,
  );
}

const screenWords = ({ path, navigation }: RouteEntry) => `${path} ${navigation?.group ?? ""}`;

function screenResult({ title, path, navigation }: RouteEntry): Result {
  const { icon = "releases", group } = navigation ?? {};
  return { label: title, icon, to: path, ...(group !== undefined && { note: group }) };
}

function callResults(query: readonly string[], call: ServerEvent<"call_started">): Result[] {
  const { customer, agentName } = call;
  const { name: clientName, number } = customer;
  const label = clientName ? t("Call with {clientName}", { clientName }) : t("Call in progress");
  if (rankOf(query, label, `${agentName} ${number ?? ""}`) === undefined) return [];
  return [{ label, icon: "call", to: callPath, note: number ?? t("In progress") }];
}

/** Says when and whose it was and how it ended, shows the line that contains the words, and links to it. */
function pastCallResult({
  callId,
  customer,
  agentName,
  startedAt,
  outcome,
  found = [],
}: CallSummary): Result {
  const line = found.find(({ place }) => place === "line");
  const ending =
    outcome === undefined ? sharedText("To wrap up") : contractText(labelOf(outcomeLabels, outcome));
  return {
    label: t("Call with {clientName}", { clientName: customer.name }),
    note: [formatDateTime(startedAt), agentName, ending].join(" · "),
    ...(line && { line: line.text, marks: line.marks }),
    icon: "call",
    to: reviewPath.replace(":callId", encodeURIComponent(callId)) + (line ? `#line-${line.seq}` : ""),
  };
}

function customerResult({ id, name, company, numbers: [number] }: StoredCustomer): Result {
  const note = [company, number].filter(Boolean).join(" · ");
  const to = customerPath.replace(":customerId", encodeURIComponent(id));
  return { label: name, ...(note !== "" && { note }), icon: "user", to };
}

function personResult({ firstName, lastName, email }: User): Result {
  const query = new URLSearchParams({ tab: "all", q: email });
  return { label: `${firstName} ${lastName}`, note: email, icon: "user", to: `${usersPath}?${query}` };
}

/**
 * How well a text matches: each word of the query must be the beginning of one of its words.
 * @returns 0 if the title matches all words, 1 if other words are needed, undefined if one does not match
 */
function rankOf(query: readonly string[], title: string, others = ""): 0 | 1 | undefined {
  const isIn = (words: readonly string[]) =>
    query.every((start) => words.some((word) => word.startsWith(start)));
  const words = joinedWords(title);
  if (isIn(words)) return 0;
  return isIn([...words, ...joinedWords(others)]) ? 1 : undefined;
}
