import { userSchema } from "./attributes.ts";
import { pageMost } from "./list-query.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0";
export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

const attribute = (name: string, description: string, over: object = {}) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...over,
});

const userAttributes = [
  attribute("userName", "The email address, of a domain that is confirmed for the organization.", {
    required: true,
    uniqueness: "global",
  }),
  attribute("name", "The person's name.", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "The whole name.", { mutability: "readOnly" }),
      attribute("givenName", "The first name."),
      attribute("familyName", "The last name."),
    ],
  }),
  attribute("displayName", "The whole name.", { mutability: "readOnly" }),
  attribute("active", "Whether the person may sign in.", { type: "boolean" }),
  attribute("emails", "The email address.", {
    type: "complex",
    multiValued: true,
    mutability: "readOnly",
    subAttributes: [
      attribute("value", "The address.", { mutability: "readOnly" }),
      attribute("type", "Always work.", { mutability: "readOnly" }),
      attribute("primary", "Always true.", { type: "boolean", mutability: "readOnly" }),
    ],
  }),
];

/** How the service describes itself (RFC 7643, 5 to 7). @param base its address */
export function discoveryOf(base: string) {
  const meta = (resourceType: string, path: string) => ({ resourceType, location: `${base}${path}` });
  const unsupported = { supported: false };
  const user = {
    schemas: [`${core}:ResourceType`],
    id: "User",
    name: "User",
    description: "An account of the organization",
    endpoint: "/Users",
    schema: userSchema,
    schemaExtensions: [],
    meta: meta("ResourceType", "/ResourceTypes/User"),
  };
  const schema = {
    schemas: [`${core}:Schema`],
    id: userSchema,
    name: "User",
    description: "An account of the organization",
    attributes: userAttributes,
    meta: meta("Schema", `/Schemas/${userSchema}`),
  };
  return {
    config: {
      schemas: [`${core}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: pageMost },
      changePassword: unsupported,
      sort: unsupported,
      etag: unsupported,
      authenticationSchemes: [
        {
          type: "oauthbearertoken",
          name: "Token of the organization",
          description: "A token with the scope users:provision, created under Settings",
          specUri: "https://www.rfc-editor.org/info/rfc6750",
          primary: true,
        },
      ],
      meta: meta("ServiceProviderConfig", "/ServiceProviderConfig"),
    },
    resourceTypes: [user],
    schemas: [schema],
  };
}
