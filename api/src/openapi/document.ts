import * as contracts from "@souffleur/contracts";
import { type Endpoint, type ErrorCode, errorCatalogue, Failure } from "@souffleur/contracts";
import * as z from "zod";

type JsonSchema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { description: string; content?: { "application/json": { schema: JsonSchema } } }
  >;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Partial<Record<"get" | "post" | "put" | "delete", Operation>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

/** The API as OpenAPI 3.1, from the very contracts that its routes are mounted from. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const answers = namedAnswers();
  const paths: OpenApiDocument["paths"] = {};
  for (const [operationId, endpoint] of endpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Souffleur",
      version: "1",
      description: "Every answer is JSON: `success` tells whether it carries what was asked for or an error.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: answers,
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        renewalCookie: {
          type: "apiKey",
          in: "cookie",
          name: "souffleur-renewal",
          description:
            "Served over https its name starts with `__Secure-`; an allowed `Origin` is demanded with it.",
        },
      },
    },
  };
}

/** Every call of the contracts, with its name. */
export function endpoints(): [string, Endpoint][] {
  const exported: [string, unknown][] = Object.entries(contracts);
  return exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "path" in value && "access" in value && "method" in value
  );
}

/** Each operation's answer, and the contracts' own named shapes that they refer to. */
function namedAnswers(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const shapes = {
    User: contracts.User,
    Organization: contracts.Organization,
    Call: contracts.Call,
    Line: contracts.Line,
    Suggestion: contracts.Suggestion,
    Failure,
  };
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id });
  for (const [operationId, endpoint] of endpoints())
    registry.add(answerOf(endpoint), { id: answerName(operationId) });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: "any",
    io: "output",
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

function answerName(operationId: string): string {
  return `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Answer`;
}

/** What a successful answer holds. */
export function answerOf(endpoint: Endpoint) {
  const hasData = endpoint.data.type !== "undefined";
  return z.object({
    success: z.literal(true),
    message: z.string().optional(),
    ...(hasData && { data: endpoint.data }),
    ...endpoint.top.shape,
  });
}

function operation(operationId: string, endpoint: Endpoint): Operation {
  const body = endpoint.body.type === "undefined" ? undefined : inputSchema(endpoint.body);
  const parameters = [...parametersOf("path", endpoint.params), ...parametersOf("query", endpoint.query)];
  const security = securityOf(operationId, endpoint);
  return {
    operationId,
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    ...(security !== undefined && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { [endpoint.contentType ?? "application/json"]: { schema: body } },
      },
    }),
    responses: {
      200: { description: "Done", content: jsonOf(answerName(operationId)) },
      ...Object.fromEntries(
        refusals(endpoint).map(([status, codes]) => [
          status,
          { description: codes.join(", "), content: jsonOf("Failure") },
        ]),
      ),
    },
  };
}

function jsonOf(name: string) {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}

function securityOf(operationId: string, { access }: Endpoint): Operation["security"] {
  if (access !== "public") return [{ accessToken: [] }];
  if (operationId === "refresh") return [{ renewalCookie: [] }];
  return operationId === "logout" ? [{ renewalCookie: [] }, { accessToken: [] }] : undefined;
}

/** The codes that any call of this kind may be refused with; each call's own stand in its summary's sense. */
function refusals(endpoint: Endpoint): [string, ErrorCode[]][] {
  const codes: ErrorCode[] = [
    ...(endpoint.method === "GET"
      ? []
      : (["VALIDATION_ERROR", "MALFORMED_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)),
    ...(endpoint.access === "public" ? [] : (["TOKEN_INVALID", "TOKEN_EXPIRED"] as const)),
    ...(endpoint.access === "admin" || endpoint.access === "platform" ? (["FORBIDDEN"] as const) : []),
    ...(endpoint.path.includes(":") ? (["NOT_FOUND"] as const) : []),
    ...ownRefusals(endpoint),
    "RATE_LIMITED",
    "DATABASE_UNAVAILABLE",
  ];
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of codes) {
    const status = String(errorCatalogue[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus];
}

function ownRefusals(endpoint: Endpoint): readonly ErrorCode[] {
  switch (endpoint) {
    case contracts.login:
      return [
        "INVALID_CREDENTIALS",
        "EMAIL_NOT_VERIFIED",
        "ACCOUNT_PENDING_APPROVAL",
        "ACCOUNT_REJECTED",
        "ACCOUNT_SUSPENDED",
        "ACCOUNT_INACTIVE",
        "ACCOUNT_LOCKED",
        "SERVER_BUSY",
      ];
    case contracts.register:
      return ["SERVER_BUSY"];
    case contracts.refresh:
      return ["SESSION_EXPIRED", "ORIGIN_FORBIDDEN"];
    case contracts.logout:
      return ["ORIGIN_FORBIDDEN"];
    case contracts.verifyCode:
      return ["CODE_INVALID", "CODE_EXPIRED", "TOO_MANY_ATTEMPTS"];
    case contracts.verifyEmail:
    case contracts.unlock:
      return ["LINK_INVALID", "LINK_EXPIRED"];
    case contracts.decideUser:
    case contracts.changeUserStatus:
    case contracts.startSimulation:
    case contracts.uploadRelease:
    case contracts.activateRelease:
    case contracts.startCanary:
    case contracts.promoteCanary:
    case contracts.rollBackRelease:
      return ["INVALID_TRANSITION"];
    case contracts.transcribeAudio:
      return ["STT_NOT_CONFIGURED", "STT_UNAVAILABLE"];
    default:
      return [];
  }
}

function parametersOf(place: "path" | "query", schema: Endpoint["params"]) {
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function inputSchema(schema: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** Without the keywords that belong to a schema which stands alone. */
function plain(schema: object): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema;
  return rest;
}

function tagOf(path: string): string {
  if (path.startsWith("/api/auth/admin")) return "Administration";
  if (path.startsWith("/api/auth/verif") || path.includes("resend-verification")) return "Verification";
  if (path.startsWith("/api/auth")) return "Sessions and accounts";
  if (path.includes("/releases")) return "Releases";
  return "Calls";
}
