import { endpoint } from "@souffleur/contracts";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { clock } from "../clock.ts";
import { readJson } from "../http/body.ts";
import { appError, notFound } from "../http/errors.ts";
import { type Admit, type Caller, type Member, requireAllowed } from "../http/guard.ts";
import { sourceOf } from "../http/source.ts";
import type { AccountCreation } from "./account-creation.ts";
import { discoveryOf, listSchema } from "./discovery.ts";
import { readListQuery } from "./list-query.ts";
import { readPatch } from "./patch.ts";
import type { Program, Provisioning } from "./provisioning.ts";
import { scimErrorHandler, scimMediaType } from "./scim-error.ts";
import { readReplacement, readUser, toResource } from "./user-resource.ts";

interface ScimRoutesDeps {
  admit: Admit;
  provisioning: Provisioning;
  accountCreation: AccountCreation;
  /** The address of the service. */
  base: string;
}

/** What a request here needs. The calls are not in OpenAPI: their form is SCIM's own, which the service describes. */
const provision = endpoint("GET", "/scim/v2", {
  access: "organization",
  scope: "users:provision",
  tag: "Tokens",
  summary: "Provision accounts (SCIM 2.0)",
});

const listOf = (resources: readonly unknown[], total: number, startIndex = 1) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

function send(res: Response, body: unknown, status = 200): void {
  res.status(status).type(scimMediaType).set("Cache-Control", "no-store").send(JSON.stringify(body));
}

const idOf = (req: Request) => String(req.params.id);

function programOf(req: Request, res: Response): Program {
  return { caller: (res.locals as { caller: Member }).caller, source: sourceOf(req) };
}

/** Users by SCIM 2.0 (RFC 7644), for programs with a token. */
export function scimRouter({ admit, provisioning, accountCreation, base }: ScimRoutesDeps): Router {
  const scim = express.Router();
  const enter: RequestHandler = async (req, res, next) => {
    const caller: Caller | undefined = await admit(req, provision);
    res.locals.caller = caller;
    if (caller?.scopes === undefined)
      throw appError("FORBIDDEN", {
        text: "This request needs a token with the scope {scope}.",
        values: { scope: "users:provision" },
      });
    requireAllowed(caller, provision);
    next();
  };
  scim.use(enter);
  mountDiscovery(scim, base);
  mountUsers(scim, provisioning, accountCreation, `${base}/Users`);
  // Providers ask for groups before anything else, also where none are sent.
  scim.get("/Groups", (_req, res) => send(res, listOf([], 0)));
  scim.use(notFound);
  scim.use(scimErrorHandler);
  return scim;
}

function mountDiscovery(scim: Router, base: string): void {
  const { config, resourceTypes, schemas } = discoveryOf(base);
  const refuseFilter: RequestHandler = (req, _res, next) => {
    // RFC 7644, 4.
    if (req.query.filter !== undefined)
      throw appError("FORBIDDEN", { text: "Nothing can be filtered here." });
    next();
  };
  const one = (of: readonly { id: string }[], id: string) => {
    const found = of.find((each) => each.id === id);
    if (found === undefined) throw appError("NOT_FOUND");
    return found;
  };
  scim.get("/ServiceProviderConfig", refuseFilter, (_req, res) => send(res, config));
  scim.get("/ResourceTypes", refuseFilter, (_req, res) => send(res, listOf(resourceTypes, 1)));
  scim.get("/ResourceTypes/:id", (req, res) => send(res, one(resourceTypes, idOf(req))));
  scim.get("/Schemas", refuseFilter, (_req, res) => send(res, listOf(schemas, 1)));
  scim.get("/Schemas/:id", (req, res) => send(res, one(schemas, idOf(req))));
}

function mountUsers(
  scim: Router,
  provisioning: Provisioning,
  accountCreation: AccountCreation,
  users: string,
): void {
  const body = readJson({ types: [scimMediaType, "application/json"] });

  scim.get("/Users", async (req, res) => {
    const { filter, startIndex, count } = readListQuery(req.query);
    if (filter === undefined) return send(res, listOf([], 0, startIndex));
    const page = { skip: startIndex - 1, limit: count };
    const { total, users: found } = await provisioning.list(programOf(req, res), filter, page);
    const resources = found.map((user) => toResource(user, users));
    send(res, listOf(resources, total, startIndex));
  });

  scim.post("/Users", body, async (req: Request, res: Response) => {
    const user = await accountCreation.create(programOf(req, res), readUser(req.body), clock.now());
    const resource = toResource(user, users);
    res.location(resource.meta.location);
    send(res, resource, 201);
  });

  scim.get("/Users/:id", async (req, res) => {
    const user = await provisioning.find(programOf(req, res), idOf(req));
    send(res, toResource(user, users));
  });

  scim.put("/Users/:id", body, async (req: Request, res: Response) => {
    const by = programOf(req, res);
    const wanted = readReplacement(req.body);
    const user = await provisioning.find(by, idOf(req));
    send(res, toResource(await provisioning.change(by, user, wanted, clock.now()), users));
  });

  scim.patch("/Users/:id", body, async (req: Request, res: Response) => {
    const by = programOf(req, res);
    const user = await provisioning.find(by, idOf(req));
    const wanted = readPatch(req.body);
    send(res, toResource(await provisioning.change(by, user, wanted, clock.now()), users));
  });

  scim.delete("/Users/:id", async (req, res) => {
    await provisioning.remove(programOf(req, res), idOf(req), clock.now());
    res.status(204).end();
  });
}
