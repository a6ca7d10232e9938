import { type APIRequestContext, expect, type Locator, type Page } from "playwright/test";
import type { InputMethod } from "./input-method.ts";

interface Mail {
  subject: string;
  text: string;
}

/** Waits until the mail worker has delivered a mail to the development mailbox. @returns its text */
export async function delivered(
  request: APIRequestContext,
  address: string,
  subject: string,
): Promise<string> {
  let text = "";
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`);
      const { data } = (await answer.json()) as { data: { mails: Mail[] } };
      text = data.mails.find((mail) => mail.subject === subject)?.text ?? "";
      return text;
    })
    .not.toBe("");
  return text;
}

/** Waits for a mail with a link that works once. @returns the link */
export async function deliveredLink(...mail: Parameters<typeof delivered>): Promise<string> {
  return /https?:\S+\?token=[\w-]+/.exec(await delivered(...mail))?.[0] ?? "";
}

/** Opens somebody's mail in the development mailbox. @returns the link of this name in it */
export async function openMail(
  page: Page,
  input: InputMethod,
  address: string,
  link: string,
): Promise<Locator> {
  await page.goto("/dev/mail");
  const frame = page.locator(`iframe[title*="${address}"]`);
  // The newest mail stands open; another test's may have come since.
  const mail = page.locator("details", { has: frame });
  if (!(await mail.evaluate((details: HTMLDetailsElement) => details.open)))
    await input.press(mail.locator("summary"));
  return frame.contentFrame().getByRole("link", { name: link });
}

export const tokenOf = (link: string) => new URL(link).searchParams.get("token");
