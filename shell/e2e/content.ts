import type { Page, Response } from "playwright/test";
import { conversation } from "./states/calls/fixed-words.ts";
import { longNames } from "./states/people.ts";
import { isEnglish } from "./states/say.ts";

const names = [
  "Souffleur",
  // The library's own, the same in both.
  "Notifications alt+T",
  ...Object.values(longNames),
  "camille.moreau@example.com",
  // The splash, which stands in the page's HTML in both languages.
  "Chargement",
  // Of the session in the browser's storage, and of the development server's pages.
  "Nora",
  "Camille",
  "agent@lumiere.example",
  // The kinds of rows in a playbook's table, the same in both.
  "phrase, not when, reply, fact",
  // Its groups and categories, as the file has them.
  "opening, needs, objections, solution, closing",
  "response, question, other",
  // The titles of columns in a file that is refused.
  "Type, Groupe, Force ou catégorie",
  // What the fake for the socket sends.
  "Concurrent",
  "Karim",
  ...conversation.map(([, , text]) => text),
  "helene.vasseur@ateliers-brunel.example",
  "Société coopérative du Grand-Ouest",
  // The recognizer's model, as its vendor writes it, and the code of a currency.
  "Nova-3",
  "USD",
  // The subject of the draft to the customer, which is French in both languages.
  "Suite à notre échange du 12 mars",
];
/** The names of months and weekdays. */
const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, 1 + day)).flatMap((date) =>
  (["long", "short"] as const).flatMap((width) => [
    new Intl.DateTimeFormat("fr", { month: width }).format(date),
    new Intl.DateTimeFormat("fr", { weekday: width }).format(date),
  ]),
);
/** French texts begin with the only capital that they have: two words with capitals are a name. */
const isName = (text: string) => /^\p{Lu}{2}$|^\p{Lu}[\p{L}-]+( (de|\p{Lu}[\p{L}-]*))+$/u.test(text);
/** Names of packages and hosts, addresses and placeholders. */
const isTechnical = (text: string) =>
  /^(mfe-[a-z-]+|[a-z]+\.com|localhost:\d+|https?:\S+|\{[a-z]+\})$/.test(text);
const isDateOrAmount = (text: string) =>
  text
    .split(/[\d\s.:,–$]+/u)
    .every((word) => ["", "k", ...dates.map((one) => one.replace(".", ""))].includes(word));

/**
 * Learns what the page is sent, and so what is no text of the interface: names, dates, and what people wrote.
 * @returns leaves those out of some texts
 */
export function watchContent(page: Page): (texts: readonly string[]) => Promise<string[]> {
  const read: Promise<void>[] = [];
  const sent = new Set<string>(names);
  // A link may bring a text.
  page.on("framenavigated", (frame) => {
    for (const text of new URL(frame.url()).searchParams.values()) sent.add(text);
  });
  const learn = (value: unknown): void => {
    if (typeof value === "string") sent.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(learn);
  };
  const learnFrom = async (response: Response) => {
    const isPage = response.request().resourceType() === "document";
    if (!isPage && !response.url().includes("/api/")) return;
    // An answer may be a page's that has been left.
    const text = await response.text().catch(() => "");
    const [, registry] = /id="souffleur-registry">(.*?)<\/script>/s.exec(text) ?? [];
    learn(JSON.parse((isPage ? registry : text) || "null"));
  };
  page.on("response", (response) => read.push(learnFrom(response)));
  const isSent = (part: string) => [...sent].some((one) => one.includes(part));
  // A screen may put what it was sent together: `name: message`, `date · name`, `name, name et name`.
  const isContent = (text: string) =>
    !isEnglish(text) &&
    text
      .split(/: | · ?|, | et | \(/)
      .every((part) => isSent(part) || isName(part) || isDateOrAmount(part) || isTechnical(part));
  return async (texts) => {
    await Promise.all(read);
    return texts.filter((text) => !isContent(text));
  };
}
