import { randomUUID } from "node:crypto";
import { limits, may } from "@souffleur/contracts";
import {
  chooseCustomer,
  createCustomer,
  customerLimits,
  deleteCustomer,
  exportCustomers,
  importCustomers,
  listCallers,
  listCustomers,
  readCustomer,
  saveCustomer,
} from "@souffleur/contracts/customers";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import type { Auth } from "../auth/auth.ts";
import { toCustomerDto } from "../calls/call-customer.ts";
import type { CallsForCustomers } from "../calls/calls.ts";
import { separatorFor } from "../calls/export/export-routes.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { type Member, nameOf } from "../http/guard.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { createCustomerContacts } from "./customer-contacts.ts";
import { derivedId } from "./customer-content.ts";
import type { CustomerLinks } from "./customer-links.ts";
import type { createCustomerList } from "./customer-list.ts";
import { type CustomerDoc, type Owner, toStoredCustomer } from "./customer-model.ts";
import type { CustomerRecords } from "./customer-records.ts";
import { customersCsv } from "./customers-csv.ts";
import { importRows } from "./import-customers.ts";

interface CustomerRoutesDeps {
  mount: Mount;
  records: CustomerRecords;
  list: ReturnType<typeof createCustomerList>;
  contactsOf: ReturnType<typeof createCustomerContacts>;
  links: Pick<CustomerLinks, "link">;
  calls: Pick<CallsForCustomers, "requireWrapUp" | "linkOne" | "unlink">;
  audit: Pick<Audit, "append" | "wake">;
  people: Pick<Auth["people"], "memberOf">;
}

export function mountCustomers(deps: CustomerRoutesDeps): void {
  const { mount, records, list, contactsOf, links, calls, audit, people } = deps;

  /**
   * The owner that a request names; undefined where it names none.
   * @throws AppError FORBIDDEN, VALIDATION_ERROR
   */
  async function ownerNamed(
    caller: Member,
    ownerId: string | null | undefined,
  ): Promise<Owner | null | undefined> {
    if (ownerId === undefined || ownerId === null) return ownerId;
    if (ownerId === caller.userId) return ownOf(caller);
    if (!may(caller.role, "manageUsers")) throw appError("FORBIDDEN");
    const owner = await people.memberOf(caller.organizationId, ownerId);
    if (owner !== undefined) return owner;
    throw appError("VALIDATION_ERROR", {
      text: "Choose an active account of your organization as the owner.",
      field: "ownerId",
    });
  }

  mount(listCustomers, async ({ caller, query }) => {
    const page = await list(caller, query);
    const wanted = query.contacts === "false" ? [] : page.customers;
    const contacts = await contactsOf(
      caller,
      wanted.map(({ id }) => id),
    );
    return {
      data: { ...page, customers: page.customers.map((one) => ({ ...one, ...contacts.get(one.id) })) },
    };
  });

  mount(createCustomer, async ({ by, caller, body: { ownerId, callId, requestId, ...given } }) => {
    if (callId !== undefined) await calls.requireWrapUp(callId, caller);
    const usual = may(caller.role, "viewAllCalls") ? null : ownOf(caller);
    const owner = (await ownerNamed(caller, ownerId)) ?? (ownerId === undefined ? usual : null);
    const id = derivedId(caller.organizationId, caller.userId, requestId ?? randomUUID());
    const stored =
      (await records.create(by, given, { owner, callId, id })) ??
      (await records.save(by, id, { given, owner, revision: 1 }));
    audit.wake();
    await links.link(stored);
    return { data: toStoredCustomer(stored) };
  });

  // Before the route of one customer, which would take it for an id.
  mount(exportCustomers, async ({ by: { caller, source }, query, req }) => {
    const page = (cursor?: string) => list(caller, { limit: limits.callsPageMax, cursor });
    const first = await page();
    const now = clock.now();
    const details = { actorId: caller.userId, source, to: "csv" };
    await audit.append([auditEvent("customers.exported", caller.organizationId, now, details)]);
    return {
      file: {
        name: `customers-${now.toISOString().slice(0, 10)}.csv`,
        type: "text/csv",
        parts: customersCsv(first, page, languageOf(req), separatorFor(req, query.separator)),
      },
    };
  });

  mount(readCustomer, async ({ caller, params }) => ({
    data: toStoredCustomer(await records.requireVisible(caller, params.customerId)),
  }));

  mount(saveCustomer, async ({ by, caller, params, body: { ownerId, revision, ...given } }) => {
    const owner = await ownerNamed(caller, ownerId);
    const saved = await records.save(by, params.customerId, { given, owner, revision });
    audit.wake();
    if (saved.linkDue !== undefined) await links.link(saved);
    return { data: toStoredCustomer(saved) };
  });

  mount(deleteCustomer, async ({ by, params }) => {
    await records.remove(by, params.customerId);
    audit.wake();
    await calls.unlink([params.customerId]);
    return { message: "Customer deleted" };
  });

  mount(listCallers, async ({ caller, params }) => {
    const { clientNumber, agentId, status } = await calls.requireWrapUp(params.callId, caller);
    // Colleagues read nothing of a running call before its agent is told.
    if (status === "active" && agentId !== caller.userId)
      throw appError("FORBIDDEN", { text: "Only the agent of this call may do that." });
    if (clientNumber === undefined) return { data: { customers: [], others: false } };
    const { customers, others } = await records.callers(caller, clientNumber, customerLimits.callersMax);
    return { data: { customers: customers.map(toCaller), others } };
  });

  mount(chooseCustomer, async ({ caller, params, body }) => {
    const call = await calls.requireWrapUp(params.callId, caller);
    const { _id: id, name } = await records.requireVisible(caller, body.customerId);
    await calls.linkOne(call._id, { id, name });
    await records.active(id);
    return { data: toCustomerDto({ ...call, clientId: id, clientName: name }) };
  });

  /** One import of an account at a time: the words of all its rows would take the whole process. */
  const imports = createKeyedQueue();
  mount(importCustomers, async ({ by, body: { rows, duplicates, own }, req, res }) => {
    const { caller, source } = by;
    const details = { actorId: caller.userId, source, to: `${rows.length} rows` };
    // Before the first row: a killed import is in the log, too.
    await audit.append([auditEvent("customers.imported", caller.organizationId, clock.now(), details)]);
    const owner = own ? ownOf(caller) : null;
    const isGone = () => res.closed;
    const importing = { by, duplicates, owner, language: languageOf(req), isGone };
    const results = await imports.acquire(caller.userId, () => importRows(records, rows, importing));
    return { data: { results } };
  });
}

const toCaller = ({ _id: id, name, company }: CustomerDoc) => ({
  id,
  name,
  ...(company !== undefined && { company }),
});

const ownOf = (caller: Member): Owner => ({ userId: caller.userId, name: nameOf(caller) });
