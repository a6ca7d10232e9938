import type { CallSummary, Customer } from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import type { NextStep } from "@souffleur/contracts/next-steps";
import { expect, type Page } from "playwright/test";
import { demo } from "../../accounts.ts";
import { daysAgo, now } from "../fixed-world.ts";
import {
  answer,
  button,
  dialogButton,
  expectHeading,
  expectText,
  hang,
  openSignedIn,
  type Reach,
  refuse,
  type States,
} from "../state.ts";
import { openRunningCall } from "./call-states.ts";
import { type CallScene, runningCall } from "./fixed-call.ts";

const customer: StoredCustomer = {
  id: "customer-0",
  name: "Claire Fontaine-Delacroix",
  company: "Ateliers Morvan et Filles, Nantes",
  numbers: ["+33 1 99 00 55 66", "+33 6 39 98 12 34"],
  emails: ["claire.fontaine-delacroix@ateliers-morvan.example"],
  tags: ["Renouvellement", "Grand compte", "Secteur public"],
  notes: "Préfère le matin.\nDécide avec son associé, qui tient les comptes.",
  owner: { userId: "person-0", name: "Camille Moreau" },
  revision: 2,
  createdAt: daysAgo(200),
  updatedAt: daysAgo(3),
};
const names = ["Hélène Vasseur", "Paul Mercier", "Zoé O’Brien-Lée", "Karim Benali"];
const customers = Array.from({ length: 40 }, (_, at): StoredCustomer => {
  if (at === 0) return customer;
  return {
    ...customer,
    id: `customer-${at}`,
    name: names[at % names.length] ?? "",
    tags: at % 3 ? [] : ["VIP"],
  };
});
const call = {
  agentId: "person-0",
  agentName: "Camille Moreau",
  customer: { id: customer.id, name: customer.name },
  source: "telephony",
  status: "ended",
  lines: 40,
  suggestionsUsed: 2,
} as const;
const gist =
  "Claire hésite à cause du prix de la formation. Camille propose de la retirer et envoie un nouveau devis mardi.";
const quoted =
  "«\u00a0On perd des informations entre deux appels.\u00a0» «\u00a0Oui enfin mes commerciaux n'aiment pas la saisie.\u00a0» «\u00a0Je vous envoie le contrat à Nantes mardi.\u00a0»";
const calls: readonly CallSummary[] = [
  { ...call, callId: "call-1", startedAt: daysAgo(1), gist: "Rappeler le matin." },
  { ...call, callId: "call-2", startedAt: daysAgo(9), outcome: "successful", amount: 12_400, gist: quoted },
  { ...call, callId: "call-3", startedAt: daysAgo(40), outcome: "follow_up", gist },
];
const steps: readonly NextStep[] = [
  {
    callId: "call-2",
    agentId: "person-0",
    agentName: "Camille Moreau",
    customer: call.customer,
    startedAt: daysAgo(9),
    text: "Envoyer le contrat signé à Nantes",
    day: "2026-03-04",
    isDone: false,
    revision: 1,
  },
];

async function openList(page: Page, listed = customers, query = ""): Promise<void> {
  await answer(page, "**/api/customers?*", { customers: listed });
  await openSignedIn(page, `/live-call/customers${query}`, demo("manager"));
  await expectHeading(page, "Customers");
}

async function openOne(page: Page): Promise<void> {
  await answer(page, "**/api/customers/customer-0", customer);
  await answer(page, "**/api/calls?*", { calls });
  await answer(page, "**/api/next-steps?*", { steps, today: "2026-03-12" });
  await openSignedIn(page, "/live-call/customers/customer-0", demo("manager"));
  await expect(page.getByRole("heading", { level: 1, name: customer.name })).toBeVisible();
  await expect(page.getByText("Envoyer le contrat signé à Nantes")).toBeVisible();
}

/** What a card has to have room for. */
const extremes = {
  "long names": {
    ...customer,
    name: "María Fernanda de la Concepción Gutiérrez-Villanueva y Sánchez-Barbudo de Castro-Monteverde",
    company: "Société coopérative d’approvisionnement des Établissements Morvan-Kérouédan Frères",
    tags: Array.from({ length: 20 }, (_, at) =>
      at === 1 ? "Renouvellement-du-contrat-cadre-national" : `Secteur ${at}`,
    ),
  },
  Arabic: {
    ...customer,
    name: "عبد الرحمن بن محمد الأنصاري (Lyon)",
    company: "شركة الأنوار للتجارة, Paris 2",
  },
  Chinese: {
    ...customer,
    name: "欧阳娜娜·司马相如",
    company: "上海市浦东新区对外贸易进出口有限公司第二分公司",
  },
};
const tenCalls = Array.from({ length: 10 }, (_, at): CallSummary => {
  const one = calls[at % calls.length] as CallSummary;
  return { ...one, callId: `call-${at + 2}`, startedAt: daysAgo(at + 1) };
});

/** A running call with a customer, whose card is a drawer where the window is narrow. */
async function openInCall(page: Page, party: Customer, scene: Partial<CallScene> = {}): Promise<void> {
  const call = runningCall(now);
  if (!call.started) throw new Error("The call has not begun");
  const started = { ...call.started, customer: party };
  const organization = { id: "org", name: "Lumière", industryType: "technology" } as const;
  await openRunningCall(page, { ...call, ...scene, started }, organization);
  const drawer = button(page, "Customer");
  if (await drawer.isVisible()) await drawer.click();
}

const number = "+33 1 99 00 55 66";

async function openKnownInCall(page: Page, known: StoredCustomer): Promise<void> {
  await openInCall(
    page,
    { id: known.id, name: known.name, number },
    { customer: known, kept: tenCalls, steps },
  );
  await expect(page.getByRole("link", { name: known.name })).toBeVisible();
  await expect(page.getByText(gist).first()).toBeVisible();
}

async function openUnknownInCall(page: Page): Promise<void> {
  await openInCall(page, { name: number, number });
  await expect(button(page, "Save as customer")).toBeVisible();
}

async function openDeletedInCall(page: Page): Promise<void> {
  const read = page.waitForResponse("**/api/customers/none");
  await openInCall(page, { id: "none", name: customer.name, number });
  await read;
  await expect(page.getByText(number)).toBeVisible();
  await expect(button(page, "Save as customer")).toHaveCount(0);
}

/** The customer's card beside a running call, or in its drawer. */
const cards: Readonly<Record<string, Reach>> = {
  "a customer, long names": (page) => openKnownInCall(page, extremes["long names"]),
  "a customer, Arabic": (page) => openKnownInCall(page, extremes.Arabic),
  "a customer, Chinese": (page) => openKnownInCall(page, extremes.Chinese),
  "an unknown customer": openUnknownInCall,
  "a deleted customer": openDeletedInCall,
};
const cardStates = (width: number): States =>
  Object.fromEntries(
    Object.entries(cards).map(([whom, reach]) => [`call with ${whom}, ${width} px`, { width, reach }]),
  );

export const customerStates: States = {
  "customers loading": async (page) => {
    await hang(page, "**/api/customers?*");
    await openSignedIn(page, "/live-call/customers", demo("manager"));
    await expectHeading(page, "Customers");
  },
  customers: async (page) => {
    await openList(page);
    await expect(page.getByText(customer.name)).toBeVisible();
  },
  "customers searched in vain": async (page) => {
    await openList(page, [], "?q=introuvable");
    await expectText(page, "No customers contain these words.");
  },
  "customers failed": async (page) => {
    await refuse(page, "**/api/customers?*", "DATABASE_UNAVAILABLE");
    await openSignedIn(page, "/live-call/customers", demo("manager"));
    await expect(button(page, "Retry")).toBeVisible();
  },
  "customer being added": async (page) => {
    await openList(page);
    await button(page, "Add customer").first().click();
    await dialogButton(page, "Add customer").click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  customer: openOne,
  "customer being deleted": async (page) => {
    await openOne(page);
    await button(page, "Delete").click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "customer of nobody": async (page) => {
    await refuse(page, "**/api/customers/none", "NOT_FOUND");
    await openSignedIn(page, "/live-call/customers/none", demo("manager"));
    await expectText(page, "This customer does not exist, or you do not have access to it.");
  },
  // Last, in a world that is fixed from then on.
  ...cardStates(1440),
  ...cardStates(375),
};
