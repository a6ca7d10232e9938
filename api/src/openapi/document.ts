import * as contracts from "@souffleur/contracts";
import {
  type Credential,
  type Endpoint,
  type ErrorCode,
  errorCatalogue,
  Failure,
} from "@souffleur/contracts";
import * as coachingEndpoints from "@souffleur/contracts/coaching";
import * as customerEndpoints from "@souffleur/contracts/customers";
import * as deskEndpoints from "@souffleur/contracts/desk";
import * as heardTextEndpoints from "@souffleur/contracts/heard-text";
import * as invitationEndpoints from "@souffleur/contracts/invitations";
import * as releaseEndpoints from "@souffleur/contracts/live-releases";
import * as nextStepEndpoints from "@souffleur/contracts/next-steps";
import * as passkeyEndpoints from "@souffleur/contracts/passkeys";
import * as playbookEndpoints from "@souffleur/contracts/playbook";
import * as privacyEndpoints from "@souffleur/contracts/privacy";
import * as releaseCommands from "@souffleur/contracts/release-commands";
import * as ssoEndpoints from "@souffleur/contracts/sso";
import * as tokenEndpoints from "@souffleur/contracts/tokens";
import * as usageEndpoints from "@souffleur/contracts/usage";
import * as webhookEndpoints from "@souffleur/contracts/webhooks";
import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { accountProblems } from "../auth/account-problem.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The API as OpenAPI 3.1, from the same contracts that its routes are mounted from. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const [operationId, endpoint, from] of endpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    const described = { ...operation(operationId, endpoint), "x-imported-from": from };
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described };
  }
  const { User, Organization, Call, CallSummary, CallOutcome, CallReview, Line, Suggestion } = contracts;
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Souffleur",
      version: "1",
      description:
        "Every answer but a file is JSON: `success` is true with the data, false with an error. Accounts are provisioned at /scim/v2, which is SCIM 2.0 and describes itself.",
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints().map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { User, Organization, Call, CallSummary, CallOutcome, CallReview, Line, Suggestion, Failure },
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        organizationToken: {
          type: "http",
          scheme: "bearer",
          description:
            "A token of an organization (`POST /api/tokens`) that has the scope that the call names.",
        },
        releasesToken: { type: "http", scheme: "bearer", description: "The deployment's RELEASES_TOKEN." },
        renewalCookie: {
          type: "apiKey",
          in: "cookie",
          name: "souffleur-renewal",
          description:
            "Served over https its name starts with `__Secure-`; an allowed `Origin` is demanded with it.",
        },
      },
    },
  });
}

/** By the addresses that they are imported from. */
const exportedFrom: Readonly<Record<string, object>> = {
  "@souffleur/contracts": contracts,
  "@souffleur/contracts/coaching": coachingEndpoints,
  "@souffleur/contracts/customers": customerEndpoints,
  "@souffleur/contracts/desk": deskEndpoints,
  "@souffleur/contracts/heard-text": heardTextEndpoints,
  "@souffleur/contracts/invitations": invitationEndpoints,
  "@souffleur/contracts/live-releases": releaseEndpoints,
  "@souffleur/contracts/next-steps": nextStepEndpoints,
  "@souffleur/contracts/passkeys": passkeyEndpoints,
  "@souffleur/contracts/playbook": playbookEndpoints,
  "@souffleur/contracts/privacy": privacyEndpoints,
  "@souffleur/contracts/release-commands": releaseCommands,
  "@souffleur/contracts/sso": ssoEndpoints,
  "@souffleur/contracts/tokens": tokenEndpoints,
  "@souffleur/contracts/usage": usageEndpoints,
  "@souffleur/contracts/webhooks": webhookEndpoints,
};

export type NamedEndpoint = [name: string, endpoint: Endpoint, importedFrom: string];

/** Every call of the contracts. */
export function endpoints(): NamedEndpoint[] {
  return Object.entries(exportedFrom).flatMap(([from, exported]) =>
    Object.entries(exported)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]): NamedEndpoint => [name, endpoint, from]),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "path" in value && "access" in value && "method" in value
  );
}

/** The schema of a successful answer. */
export function answerOf(endpoint: Endpoint) {
  const hasData = endpoint.data.type !== "undefined";
  return z.object({
    success: z.literal(true),
    message: z.string().optional(),
    ...(hasData && { data: endpoint.data }),
    ...endpoint.top.shape,
  });
}

/** Every code that a call may fail with, by its kind or by its own contract. INTERNAL is none of them. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, path, access, withoutPasskey, credential, params, query, body, errors } = endpoint;
  const takes = (one: Credential) => credential.includes(one);
  const hasInput = Object.keys({ ...params.shape, ...query.shape }).length > 0 || body.type !== "undefined";
  const codes: ErrorCode[] = [
    ...(hasInput ? (["VALIDATION_ERROR"] as const) : []),
    ...(method === "GET" ? [] : (["MALFORMED_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)),
    ...(takes("accessToken") ? (["TOKEN_INVALID", "TOKEN_EXPIRED"] as const) : []),
    ...(takes("accessToken") || takes("renewalCookie") ? accountProblems : []),
    ...(access !== "public" && withoutPasskey === undefined ? (["PASSKEY_REQUIRED"] as const) : []),
    // Of a role that may not make the call, and of every token without its scope.
    ...(access === "public" ? [] : (["FORBIDDEN"] as const)),
    // A segment of the path may not be valid text.
    ...(path.includes(":") ? (["NOT_FOUND", "MALFORMED_JSON"] as const) : []),
    ...errors,
    "RATE_LIMITED",
    "DATABASE_UNAVAILABLE",
  ];
  return [...new Set(codes)];
}

function operation(operationId: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, tag, params, query, body, example, credential, scope } = endpoint;
  const security = credential.filter((one) => one !== "body").map((one) => requirement(one, scope));
  const content = endpoint.contentType
    ? { [endpoint.contentType]: {} }
    : { "application/json": { schema: body, example: example.body } };
  return {
    operationId,
    summary,
    ...(credential.includes("body") && { description: "What proves the caller stands in the body." }),
    tags: [tag],
    ...(security.length > 0 && { security }),
    requestParams: { path: withExamples(params, example.params), query: withExamples(query, example.query) },
    ...(body.type !== "undefined" && { requestBody: { required: true, content } }),
    responses: {
      200: { description: "Done", content: contentOf(endpoint) },
      ...errorResponses(endpoint),
    },
  };
}

function contentOf(endpoint: Endpoint) {
  if (endpoint.file) return Object.fromEntries(endpoint.file.map((type) => [type, {}]));
  return { "application/json": { schema: answerOf(endpoint) } };
}

function requirement(credential: Credential, scope: Endpoint["scope"]): Record<string, string[]> {
  if (credential === "none") return {};
  return { [credential]: credential === "organizationToken" && scope !== undefined ? [scope] : [] };
}

function withExamples(schema: Endpoint["params"], example: Readonly<Record<string, unknown>> = {}) {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return z.object(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        Object.hasOwn(example, name) ? field.meta({ examples: [example[name]] }) : field,
      ]),
    ),
  );
}

function errorResponses(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  const codes = errorsOf(endpoint);
  const content = { "application/json": { schema: Failure } };
  return Object.fromEntries(
    codes.map((code) => {
      const alike = codes.filter((other) => errorCatalogue[other].status === errorCatalogue[code].status);
      return [errorCatalogue[code].status, { description: alike.join(", "), content }];
    }),
  );
}
