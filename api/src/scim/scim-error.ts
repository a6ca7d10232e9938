import { errorCatalogue } from "@souffleur/contracts";
import type { ErrorRequestHandler } from "express";
import { type AppError, appError, toAppError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { ApiText, Values } from "../texts/texts.ts";

/** RFC 7644, table 9. */
type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

class ScimRefusal extends Error {
  readonly error: AppError;
  readonly scimType: ScimType;

  constructor(error: AppError, scimType: ScimType) {
    super(error.message, { cause: error });
    this.error = error;
    this.scimType = scimType;
  }
}

/** A refusal to throw, with the type that SCIM has for it. */
export function scimRefusal(scimType: ScimType, text: ApiText, values: Values = {}): ScimRefusal {
  const code = scimType === "uniqueness" ? "INVALID_TRANSITION" : "VALIDATION_ERROR";
  return new ScimRefusal(appError(code, { text, values }), scimType);
}

export const addressTaken = () =>
  scimRefusal("uniqueness", "There is an account with this userName already.");
export const anotherPerson = () =>
  scimRefusal(
    "uniqueness",
    "This account belongs to the person with another externalId. Delete it, or give it another userName, before the next person gets theirs. If it is the same person, an administrator lets them in again, in User Management.",
  );
export const domainUnconfirmed = () =>
  scimRefusal(
    "invalidValue",
    "userName must be of an email domain that is confirmed for your organization, under Settings.",
  );

const typeOf = ({ code }: AppError): ScimType | undefined => {
  if (code === "MALFORMED_JSON") return "invalidSyntax";
  return code === "VALIDATION_ERROR" ? "invalidValue" : undefined;
};

export const scimMediaType = "application/scim+json";
const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Answers every failure as RFC 7644, 3.12 says. */
export const scimErrorHandler: ErrorRequestHandler = (thrown, req, res, next) => {
  if (res.headersSent) {
    next(thrown);
    return;
  }
  const refusal = thrown instanceof ScimRefusal ? thrown : undefined;
  const error = refusal?.error ?? toAppError(thrown, req.log);
  res.locals.code = error.code;
  const { status } = errorCatalogue[error.code];
  const { retryAfter } = error.details;
  const scimType = refusal?.scimType ?? typeOf(error);
  if (retryAfter !== undefined) res.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  if (status === 401) res.set("WWW-Authenticate", "Bearer");
  res.status(status).type(scimMediaType).set("Cache-Control", "no-store");
  res.send(
    JSON.stringify({
      schemas: [errorSchema],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: error.messageIn(languageOf(req)),
    }),
  );
};
