import { forgetSignIn } from "@souffleur/contracts";
import {
  decideDomain,
  endByProvider,
  findProvider,
  finishSso,
  listDomains,
  readSso,
  removeSso,
  saveSso,
  startSso,
} from "@souffleur/contracts/sso";
import type { Auth } from "../auth/auth.ts";
import { placeOf, requireOrigin } from "../auth/browser.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import type { ApiText } from "../texts/texts.ts";
import type { createSsoDomains } from "./domains.ts";
import type { createFinish } from "./finish.ts";
import type { ForgetSignIn } from "./forget.ts";
import type { createProviderLogout } from "./provider-logout.ts";
import type { createSsoSettings } from "./settings.ts";
import { isConfigured, type SsoRecords } from "./sso-records.ts";
import type { StartSignIn } from "./start.ts";

interface SsoRoutesDeps {
  config: Config;
  enter: Auth["enter"];
  settings: ReturnType<typeof createSsoSettings>;
  domains: ReturnType<typeof createSsoDomains>;
  start: StartSignIn;
  finish: ReturnType<typeof createFinish>;
  forget: ForgetSignIn;
  endSessions: ReturnType<typeof createProviderLogout>;
  records: Pick<SsoRecords, "findByDomain">;
}

/** For how long a browser need not ask again whether a domain has a provider. */
const foundSeconds = 60;

const decided: ApiText = "Domain {decision, select, approve {confirmed} other {refused}}";

export function mountSso(mount: Mount, deps: SsoRoutesDeps): void {
  const { config, enter, settings, domains, start, finish, forget, endSessions, records } = deps;

  mount(readSso, async ({ caller }) => ({ data: await settings.read(caller) }));

  mount(saveSso, async ({ by, body }) => ({
    data: await settings.save(body, by, clock.now()),
    message: "Single sign-on saved",
  }));

  mount(removeSso, async ({ by }) => ({
    data: await settings.remove(by, clock.now()),
    message: "Single sign-on removed",
  }));

  mount(listDomains, async () => ({ data: { domains: await domains.list() } }));

  mount(decideDomain, async ({ by, params, body: { decision } }) => {
    const domain = await domains.decide(by, params, decision, clock.now());
    return { data: { domain }, message: { text: decided, values: { decision } } };
  });

  mount(findProvider, async ({ query, res }) => {
    const found = await records.findByDomain(query.domain);
    res.set("Cache-Control", `private, max-age=${foundSeconds}`);
    return { data: { hasProvider: isConfigured(found) } };
  });

  mount(startSso, async ({ body: { organizationId, issuer }, req, res }) => {
    requireOrigin(req, config.allowedOrigins);
    return { data: await start({ req, res }, organizationId, issuer, clock.now()) };
  });

  mount(finishSso, async ({ body, req, res }) => {
    requireOrigin(req, config.allowedOrigins);
    const now = clock.now();
    const { email, entry } = await finish(body, { req, language: languageOf(req) }, now);
    const { session, ...data } = entry;
    await enter({ req, res }, { session, email }, now);
    return { data, message: "Login successful!" };
  });

  mount(forgetSignIn, async ({ by, params, req }) => ({
    data: { user: await forget(by, params.id, placeOf(req), clock.now()) },
    message: "Sign-in forgotten",
  }));

  mount(endByProvider, async ({ params, req }) => {
    const token = new URLSearchParams(String(req.body)).get("logout_token");
    if (token === null || token === "")
      throw appError("VALIDATION_ERROR", {
        text: "The request needs a logout_token.",
        field: "logout_token",
      });
    await endSessions(params.organizationId, token, clock.now());
    return {};
  });
}
