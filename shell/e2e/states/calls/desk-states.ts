import type { DeskCall, DeskLine, TeamMember, Whisper } from "@souffleur/contracts/desk";
import { expect, type Page } from "playwright/test";
import { fixWorld, now } from "../fixed-world.ts";
import { say } from "../say.ts";
import { button, expectHeading, expectText, open, type States } from "../state.ts";
import { openRunningCall } from "./call-states.ts";
import { type CallScene, runningCall } from "./fixed-call.ts";

const organization = { id: "lumiere", name: "Lumière Télécom", industryType: "technology" } as const;
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

const people: readonly [agent: string, client: string, text: string, Partial<DeskCall>][] = [
  [
    "Julien Carrel",
    "Hélène Vasseur",
    "Par contre, votre offre me paraît un peu chère.",
    { help: { askedAt: ago(12) } },
  ],
  ["Léa Moreau", "Paul Mercier", "Allô ? Je ne vous entends plus très bien…", { audio: "lost" }],
  [
    "Anne-Sophie de La Rochefoucauld-Montmorency",
    "Société coopérative du Grand-Ouest",
    "D'accord.",
    { quietSince: ago(47) },
  ],
  [
    "Inès Haddad",
    "Zoé Dupont",
    "Et pour le contrat, est-ce qu'on pourrait partir sur vingt-quatre mois ?",
    {
      help: { askedAt: ago(90), takenBy: { userId: "k", name: "Karim Benali" } },
      watchers: ["Karim Benali"],
    },
  ],
  [
    "Yannick Le Goff",
    "Jo Li",
    "Votre concurrent nous propose la même chose pour 40 euros.",
    { mention: { intent: "Concurrent", at: ago(4) }, audio: "gaps" },
  ],
  ["Marc Petit", "Camille Renaud", "Je vous envoie le devis aujourd'hui, avec les deux options.", {}],
  ["Nadia Benali", "Atelier Brunel", "Nous serons douze à partir de septembre.", {}],
];

const calls: DeskCall[] = people.map(([agentName, name, , more], index) => ({
  callId: `call-${index + 1}`,
  sessionId: `5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f000${index + 1}`,
  agentId: `agent-${index + 1}`,
  agentName,
  customer: { name },
  source: "telephony",
  startedAt: ago(154 + index * 71),
  watchers: [],
  ...more,
}));
const lines: DeskLine[] = people.map(([, , text], index) => ({
  callId: `call-${index + 1}`,
  seq: 7,
  sender: index === 5 ? "agent" : "client",
  text,
  agentShare: 0.2 + index / 10,
}));
const team = (
  [
    ["Nora Petit", "available", 240],
    ["Julien Carrel", "in-call", 154],
    ["Léa Moreau", "in-call", 225],
    ["Camille Laurent", "wrapping-up", 65],
    ["Anne-Sophie de La Rochefoucauld-Montmorency", "away", 1900],
    ["Karim Benali", "offline", 86_000],
  ] as const
).map(
  ([name, presence, seconds], index): TeamMember => ({
    userId: `m-${index}`,
    name,
    role: "agent",
    presence,
    since: ago(seconds),
  }),
);
const whispers: Whisper[] = [
  {
    id: "whisper-1",
    text: "Demandez-lui quel budget elle avait prévu.",
    sender: { userId: "k", name: "Karim Benali" },
    timestamp: ago(40),
    state: "used",
    said: true,
  },
  {
    id: "whisper-2",
    text: "Proposez la formule sur vingt-quatre mois.",
    sender: { userId: "person-0", name: "Camille Moreau" },
    timestamp: ago(8),
    state: "seen",
    said: false,
  },
];

const whole = { calls, lines, team };

async function openDesk(page: Page, { shown = whole, query = "" } = {}): Promise<void> {
  const call: CallScene = {
    ...runningCall(now),
    events: [],
    whispers,
    desk: { success: true, data: { ...shown, isWhole: true, gone: [] } },
  };
  await fixWorld(page, { signedIn: true, organization, call });
  await open(page, `/live-call/desk${query}`);
  await expectHeading(page, "Live calls");
}

const wall = (page: Page) => page.getByRole("region", { name: say("Running calls") });

async function openWall(page: Page): Promise<void> {
  await openDesk(page);
  await expect(wall(page).getByRole("listitem").first()).toContainText("Par contre");
}

async function openShoulder(page: Page): Promise<void> {
  await openDesk(page, { query: "?call=call-1" });
  await expect(page.getByRole("log", { name: say("Conversation") })).toContainText("Par contre");
  await expect(page.getByRole("list", { name: say("Sent whispers") })).toContainText("vingt-quatre mois");
}

/** The agent's screen with a colleague who whispers and comes. */
async function openWhisper(page: Page): Promise<void> {
  const scene = runningCall(now);
  const { callId = "", agentName = "", customer = { name: "" } } = scene.started ?? {};
  const takenBy = { userId: "k", name: "Karim Benali" };
  await openRunningCall(page, {
    ...scene,
    events: [
      ...scene.events,
      [
        "help_changed",
        { callId, agentId: "person-0", agentName, customer, help: { askedAt: ago(20), takenBy } },
      ],
      ["call_watchers", { callId, names: ["Karim Benali", "Sophie Girard"] }],
      [
        "suggestion",
        {
          id: "whisper-2",
          callId,
          text: "Proposez la formule sur vingt-quatre mois.",
          confidence: 1,
          category: "other",
          provider: "coach",
          from: "Karim Benali",
          timestamp: ago(1),
        },
      ],
    ],
  });
  await expect(page.getByText("Karim Benali").first()).toBeAttached();
}

export const deskStates: States = {
  "desk, calls": openWall,
  "desk, no calls": async (page) => {
    await openDesk(page, { shown: { calls: [], lines: [], team: [] } });
    await expectText(page, "No call is running. Calls appear here as they begin.");
  },
  "desk, team": {
    width: 375,
    reach: async (page) => {
      await openWall(page);
      await page.getByRole("radio", { name: say("Team"), exact: true }).check();
      await expectText(page, "Wrapping up");
    },
  },
  "desk, a call opened": openShoulder,
  "desk, choosing a reply": async (page) => {
    await openShoulder(page);
    await page.getByRole("textbox", { name: say("Whisper to {name}", { name: "" }).trim() }).fill("/prix");
    await expect(page.getByRole("option").first()).toBeVisible();
  },
  "desk, platform administrator": async (page) => {
    await fixWorld(page, { signedIn: true });
    await open(page, "/live-call/desk");
    await expectText(page, "Conversations belong to their organization: only its own members follow them.");
  },
  "call active, whisper": async (page) => {
    await openWhisper(page);
    if ((page.viewportSize()?.width ?? 0) >= 760)
      await expect(button(page, "{name} is with you", { name: "Karim" })).toBeVisible();
  },
};
