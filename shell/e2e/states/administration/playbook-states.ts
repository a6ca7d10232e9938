import type { ReplyFigures } from "@souffleur/contracts/playbook";
import { expect, type Page } from "playwright/test";
import { demo } from "../../accounts.ts";
import { daysAgo } from "../fixed-world.ts";
import { say } from "../say.ts";
import { answer, button, expectHeading, expectText, openSignedIn, refuse, type States } from "../state.ts";

const admin = demo("admin");

const price = {
  id: "price",
  intent: "Prix trop élevé",
  group: "objections",
  phrases: [
    { text: "trop cher", strength: "strong" },
    { text: "budget serré", strength: "normal" },
  ],
  not: ["pas trop cher"],
  replies: [
    {
      id: "price-1",
      category: "question",
      text: "Par rapport à quel budget ? Vous aviez parlé de {amount}.",
      alternative: "Qu’est-ce qui vous paraît trop cher : le prix ou l’engagement ?",
    },
    { id: "price-2", category: "response", text: "Pour {users}, cela revient à quelques euros par jour." },
  ],
};
const entries = [
  {
    ...price,
    id: "hello",
    intent: "Accueil",
    group: "opening",
    phrases: [],
    replies: [{ ...price.replies[1], id: "hello-1" }],
  },
  {
    ...price,
    id: "needs",
    intent: "Besoins de l’équipe",
    group: "needs",
    replies: [{ ...price.replies[1], id: "needs-1" }],
  },
  price,
  {
    ...price,
    id: "close",
    intent: "Prochaine étape",
    group: "closing",
    replies: [{ ...price.replies[1], id: "close-1" }],
  },
];
const facts = [{ id: "fact-1", text: "Les données sont hébergées en France." }];
const versions = [
  {
    version: 3,
    publishedAt: daysAgo(2),
    publishedBy: "Camille Moreau",
    note: "Réponses au nouveau concurrent",
  },
  { version: 2, publishedAt: daysAgo(40), publishedBy: "Paul Ng" },
  { version: 0 },
].map((version) => ({ ...version, entryCount: 4, replyCount: 5 }));
const published = { ...versions[0], entries: entries.slice(0, 3), facts: [] };
const draft = { entries, facts, revision: 7, version: 3, changed: true, changedBy: "Camille Moreau" };

const rate = (value: number, of: number) => ({ rate: value, low: value - 0.09, high: value + 0.08, of });
const figures = (differences: Partial<ReplyFigures>): ReplyFigures => ({
  replyId: "price-1",
  entryId: "price",
  intent: price.intent,
  text: price.replies[0]?.text ?? "",
  wording: "first",
  published: true,
  given: 1204,
  shown: 1180,
  copied: 31,
  used: 210,
  dismissed: 44,
  said: 402,
  saidRate: rate(0.34, 1204),
  successWith: rate(0.47, 210),
  successWithout: rate(0.31, 640),
  ...differences,
});

async function answerPlaybook(page: Page): Promise<void> {
  const answers: Record<string, object> = {
    playbook: published,
    "playbook/draft": draft,
    "playbook/versions": { versions },
    "playbook/versions/*": published,
    "playbook/settings": { model: "when-silent", quieter: true, revision: 2, modelConfigured: true },
    "playbook/try": {
      lines: [
        {
          sender: "client",
          text: "C’est trop cher pour nous.",
          draft: [{ entryId: "price", intent: price.intent, score: 3, replies: price.replies }],
          published: [],
        },
      ],
      unreached: [],
      shadowed: [],
    },
    "playbook/figures?*": {
      calls: 1340,
      replies: [
        figures({}),
        figures({ wording: "alternative", text: price.replies[0]?.alternative ?? "", given: 1177 }),
        figures({
          replyId: "old",
          text: "Une ancienne réponse.",
          published: false,
          given: 12,
          said: 0,
          saidRate: undefined,
        }),
      ],
      instead: [
        { entryId: "price", intent: price.intent, lines: [{ text: "On peut voir ça ensemble.", times: 17 }] },
      ],
    },
  };
  for (const [path, data] of Object.entries(answers)) await answer(page, `**/api/${path}`, data);
}

const notSaved = "Not saved: {count, plural, one {# entry} other {# entries}} to correct";
const noProof =
  "This is no proof: calls in which a reply was said may also differ in other ways. Each rate is shown with the range in which it lies with 95% certainty.";

async function openPlaybook(page: Page, query = ""): Promise<void> {
  await answerPlaybook(page);
  await openSignedIn(page, `/admin/playbook${query}`, admin);
  await expectHeading(page, "Playbook");
  await expectText(page, "Published: version {version}", { version: 3 });
}

export const playbookStates: States = {
  playbook: async (page) => {
    await openPlaybook(page);
    await expect(page.getByRole("textbox", { name: say("Intent") })).toBeAttached();
  },
  "playbook, entry with a mistake": async (page) => {
    await openPlaybook(page, "?entry=price");
    const text = page.getByRole("textbox", { name: say("Text") }).first();
    await text.fill("Un budget de {budget} ?");
    await expectText(page, notSaved, { count: 1 });
    await text.blur();
  },
  "playbook, values of a reply": async (page) => {
    await openPlaybook(page, "?entry=price");
    await page
      .getByRole("button", { name: say("Insert value") })
      .first()
      .click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "playbook being published": async (page) => {
    await openPlaybook(page);
    await button(page, "Publish").click();
    await page.getByRole("dialog").getByText("Prochaine étape").click();
    await expect(page.getByRole("dialog").locator("ins")).toBeVisible();
  },
  "playbook, changed by two": async (page) => {
    await openPlaybook(page, "?entry=price");
    const theirs = entries.map((one) => (one.id === "price" ? { ...one, intent: "Prix et budget" } : one));
    await answer(page, "**/api/playbook/draft", {
      ...draft,
      entries: theirs.slice(1),
      revision: 8,
      changedBy: "Paul Ng",
    });
    const json = {
      success: false,
      error: "The draft has changed.",
      code: "INVALID_TRANSITION",
      requestId: "e2e",
    };
    await page.route("**/api/playbook/draft", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 409, json }) : route.fallback(),
    );
    await page.getByRole("textbox", { name: say("Intent") }).fill("Prix");
    await expect(
      page.getByRole("dialog", { name: say("{name} changed the draft too", { name: "Paul Ng" }) }),
    ).toBeVisible();
  },
  "playbook, versions": async (page) => {
    await openPlaybook(page, "?tab=versions");
    await button(page, "Compare {version}", { version: say("Version {version}", { version: 2 }) }).click();
    await page.getByRole("combobox", { name: say("Compare with") }).selectOption(say("The draft"));
    await page.locator("summary").first().click();
    await expect(page.locator("ins").first()).toBeVisible();
  },
  "playbook, a line tried": async (page) => {
    await openPlaybook(page, "?tab=try");
    await page.getByRole("textbox", { name: say("What the client says") }).fill("C’est trop cher pour nous.");
    await button(page, "Try").click();
    await expectText(page, "Only here");
  },
  "playbook, figures": async (page) => {
    await openPlaybook(page, "?tab=figures");
    await expectText(page, noProof);
  },
  "playbook, settings": async (page) => {
    await openPlaybook(page, "?tab=settings");
    await expect(page.getByRole("combobox")).toBeVisible();
  },
  "playbook, mistakes of a file": async (page) => {
    await openPlaybook(page);
    const buffer = Buffer.from(
      "Type,Sujet,Groupe,Texte,Force ou catégorie\nréponse,Prix,later,Quand ?,never\nwhat,Prix,later,Bonjour\n",
    );
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "playbook.csv", mimeType: "text/csv", buffer });
    await expect(page.getByRole("dialog", { name: say("Nothing was imported") })).toBeVisible();
  },
  "playbook failed": async (page) => {
    await refuse(page, "**/api/playbook{,/draft}", "DATABASE_UNAVAILABLE");
    await openSignedIn(page, "/admin/playbook", admin);
    await expect(button(page, "Retry")).toBeVisible();
  },
};
