import { Language } from "@souffleur/contracts";
import { Router } from "express";
import { type Connection, Schema } from "mongoose";
import { clock } from "../clock.ts";
import { isLoopback } from "../config/loopback.ts";
import { schemaOptions } from "../database/schema-options.ts";
import type { Feature } from "../feature.ts";
import { appError } from "../http/errors.ts";
import { encodeHtml } from "./message.ts";
import { mailTemplates } from "./templates/templates.ts";
import type { OutgoingMail, Transport } from "./transport.ts";

interface DevMailDoc {
  _id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  sentAt: Date;
}

const schema = new Schema<DevMailDoc>(
  { _id: String, to: String, subject: String, html: String, text: String, sentAt: Date },
  schemaOptions,
);
schema.index({ sentAt: -1 });
schema.index({ to: 1, sentAt: -1 });

const kept = 500;
const shown = 50;

/** Stores mails in the database instead of sending them, and shows them at /dev/mail. */
export function createDevMailbox(connection: Connection): Feature & { transport: Transport } {
  const model = connection.model<DevMailDoc>("DevMail", schema, "dev_mails");
  const newest = (count: number, to?: string) =>
    model
      .find(to === undefined ? {} : { to })
      .sort({ sentAt: -1 })
      .limit(count)
      .lean();

  const pages = Router();
  // Another origin whose name was made to point here (DNS rebinding) could read the mails; the Host header has the name
  // that the browser used.
  pages.use("/dev", (req, _res, next) => {
    if (isLoopback(hostOf(req.headers.host ?? ""))) return next();
    throw appError("FORBIDDEN", {
      text: "The development mailbox is for this machine: open it on localhost.",
    });
  });
  pages.get("/dev/mail.json", async (req, res) => {
    const { to } = req.query;
    const mails = (await newest(kept, typeof to === "string" ? to : undefined)).map(({ _id, ...mail }) => ({
      id: _id,
      ...mail,
    }));
    res.set("Cache-Control", "no-store").json({ success: true, data: { mails } });
  });
  pages.get("/dev/mail", async (_req, res) => {
    res
      .set("Cache-Control", "no-store")
      // The mails may hold any text that people typed into a form, so nothing on this page may run or load.
      .set(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      )
      .type("html")
      .send(page(await newest(shown)));
  });

  return {
    transport: {
      async deliver({ id, to, subject, html, text }: OutgoingMail) {
        const mail = { to, subject, html, text, sentAt: clock.now() };
        await model.updateOne({ _id: id }, { $setOnInsert: mail }, { upsert: true });
      },
      close() {},
    },
    mount(_mount, router) {
      router.use(pages);
    },
    createIndexes: () => model.createIndexes(),
    async sweep() {
      const [oldestKept] = await model
        .find()
        .sort({ sentAt: -1 })
        .skip(kept - 1)
        .limit(1)
        .lean();
      if (oldestKept !== undefined) await model.deleteMany({ sentAt: { $lt: oldestKept.sentAt } });
    },
  };
}

/** The host of a Host header (RFC 9110, 7.2) without its port. */
function hostOf(header: string): string {
  return header.replace(/:\d{1,5}$/, "");
}

function page(mails: readonly DevMailDoc[]): string {
  const list = mails.map((mail, index) => entry(mail, index === 0)).join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Development mailbox</title>
<style>
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif }
body { max-width: 760px; margin: 0 auto; padding: 24px }
h1, h2 { font-size: 20px } p { opacity: .75 }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; margin: 8px 0 }
summary { padding: 10px 12px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 16px }
summary b { flex: 1 1 280px } iframe { width: 100%; height: 480px; border: 0; background: #fff; border-radius: 0 0 8px 8px }
</style></head>
<body>
<h1>Development mailbox</h1>
<p>No mail server is configured: mails are kept here. The newest is first; <a href="/dev/mail">reload</a> for new ones.</p>
${list || "<p>No mail yet.</p>"}
<h2>All mails with example values</h2>
${examples()}
</body>
</html>
`;
}

/** Each mail that the product sends, in each language. */
function examples(): string {
  return Object.entries(mailTemplates)
    .flatMap(([kind, template]) =>
      Language.options.map((language) =>
        entry({ _id: `example-${kind}-${language}`, to: kind, ...template.showExample(language) }, false),
      ),
    )
    .join("\n");
}

/** A mail's links open in the whole window, and only after a click. */
function entry(
  { _id, to, subject, html, sentAt }: Omit<DevMailDoc, "sentAt" | "text"> & { sentAt?: Date },
  isOpen: boolean,
): string {
  const framed = html.replace("<head>", '<head><base target="_top">');
  const time = sentAt?.toISOString();
  return `<details id="${encodeHtml(_id)}"${isOpen ? " open" : ""}>
<summary><b>${encodeHtml(subject)}</b><span>${encodeHtml(to)}</span>${time ? `<time datetime="${time}">${time.slice(0, 19).replace("T", " ")}</time>` : ""}</summary>
<iframe sandbox="allow-top-navigation-by-user-activation" loading="lazy" title="${encodeHtml(`${subject} to ${to}`)}" srcdoc="${encodeHtml(framed)}"></iframe>
</details>`;
}
