import { type APIRequestContext, expect } from "playwright/test";

interface Mail {
  to: string;
  subject: string;
}

/** Waits until the mail worker has delivered a mail to the development mailbox. */
export async function delivered(request: APIRequestContext, address: string, subject: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await request.get("/dev/mail.json");
      const { data } = (await answer.json()) as { data: { mails: Mail[] } };
      return data.mails.some((mail) => mail.to === address && mail.subject === subject);
    })
    .toBe(true);
}
