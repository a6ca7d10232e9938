import * as contracts from "@souffleur/contracts";
import {
  type Credential,
  type Endpoint,
  type ErrorCode,
  errorCatalogue,
  Failure,
} from "@souffleur/contracts";
import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { accountProblems } from "../auth/account-problem.ts";
import { endpoints } from "./endpoints.ts";

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
