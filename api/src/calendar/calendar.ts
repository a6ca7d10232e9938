import type { Language } from "@souffleur/contracts";
import {
  endCalendarLink,
  readCalendar,
  readCalendarLink,
  renewCalendarLink,
} from "@souffleur/contracts/next-steps";
import type { Connection } from "mongoose";
import { requireProof } from "../account/proof.ts";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Bus } from "../bus.ts";
import type { Calls } from "../calls/calls.ts";
import type { DatedStep } from "../calls/next-steps/step-records.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { textIn } from "../texts/texts.ts";
import { type CalendarDay, calendarFile } from "./calendar-file.ts";
import { linkModel } from "./link-model.ts";
import { createLinks } from "./links.ts";

interface CalendarDeps {
  config: Config;
  connection: Connection;
  keys: Keyring;
  bus: Bus;
  audit: Pick<Audit, "watch" | "wake">;
  calls: Pick<Calls, "datedSteps">;
  people: Pick<Auth["people"], "rightsOf">;
}

/** What was due longer ago is no longer shown in calendars. */
const pastMs = 366 * 24 * 60 * 60_000;
const stepsMost = 1000;
const fileName = /^([\w-]{43})\.ics$/u;

/** The calendar of an account's open next steps, which calendar programs read by a link with a secret. */
export function createCalendar({ config, connection, keys, bus, audit, calls, people }: CalendarDeps) {
  const model = linkModel(connection);
  audit.watch(model);
  const links = createLinks(model, keys);

  // Ends the link of an account that is no longer active, or is another organization's.
  bus.on("account.rights_changed", async ({ userId }) => {
    const link = await model.findById(userId).lean();
    if (link?.hash === undefined) return;
    const rights = await people.rightsOf(userId);
    if (rights?.organizationId === link.organizationId) return;
    await links.revoke(userId, clock.now());
    audit.wake();
  });

  function dayOf(step: DatedStep, language: Language): CalendarDay {
    const { callId, text, day = "", customer, changedAt, revision } = step;
    const address = `${config.PUBLIC_URL}/live-call?${new URLSearchParams({ call: callId })}`;
    const title = text ?? textIn(language, "Next step");
    return {
      id: callId,
      day,
      title: customer.name === "" ? title : `${title} · ${customer.name}`,
      description: [customer.name, customer.number, address].filter(Boolean).join("\n"),
      address,
      sequence: revision,
      changedAt,
    };
  }

  return {
    mount(mount: Mount): void {
      mount(readCalendarLink, async ({ caller }) => ({ data: await links.of(caller.userId) }));

      mount(renewCalendarLink, async ({ by, caller }) => {
        const now = clock.now();
        // It is read without a session, also after all of them have ended.
        requireProof(caller, now);
        const { secret, link } = await links.renew(by, now);
        audit.wake();
        return { data: { ...link, address: `${config.PUBLIC_URL}/api/calendars/${secret}.ics` } };
      });

      mount(endCalendarLink, async ({ by }) => {
        await links.end(by, clock.now());
        audit.wake();
        return {};
      });

      mount(readCalendar, async ({ params, req, res }) => {
        const now = clock.now();
        const link = await links.withSecret(fileName.exec(params.file)?.[1] ?? "");
        // Also without a link, so that every refusal takes the same time.
        const rights = await people.rightsOf(link?._id ?? "");
        if (link === null || rights === undefined || rights.organizationId !== link.organizationId)
          throw appError("NOT_FOUND");
        await links.setRead(link, now);
        const from = new Date(now.getTime() - pastMs).toISOString().slice(0, 10);
        const steps = await calls.datedSteps(link._id, link.organizationId, { from, most: stepsMost });
        // Few calendar programs name a language.
        const language = languageOf(req, rights.language);
        res.set("Cache-Control", "private, no-store");
        return {
          file: {
            name: "souffleur.ics",
            type: "text/calendar",
            parts: [
              calendarFile(
                "Souffleur",
                steps.map((step) => dayOf(step, language)),
                now,
              ),
            ],
          },
        };
      });
    },
    createIndexes: (): Promise<void> => model.createIndexes(),
  };
}
export type Calendar = ReturnType<typeof createCalendar>;
