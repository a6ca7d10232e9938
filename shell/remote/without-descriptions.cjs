const ts = require("typescript");

/** Properties of an endpoint that only the API reads; requests read which credential it accepts, which follows from `access`. */
const described = new Set([
  ...["tag", "summary", "errors", "limit", "example"],
  ...["capability", "scope", "withoutPasskey", "contentType", "bodyBytes"],
]);

/** @param {import("typescript").ObjectLiteralElementLike} property */
const nameOf = (property) => (property.name && ts.isIdentifier(property.name) ? property.name.text : "");

/**
 * An entry of the error catalogue without what no screen reads: its status, and texts that come with the response.
 * @param {import("typescript").ObjectLiteralExpression} entry
 */
function shownPart(entry) {
  const shown = entry.properties.some((property) => nameOf(property) === "shown");
  const kept = entry.properties.filter((property) => shown && nameOf(property) !== "status");
  return ts.factory.createObjectLiteralExpression(kept);
}

/**
 * Whether this is a property of an endpoint's definition, or of a part that several endpoints share.
 * @param {import("typescript").ObjectLiteralElementLike} property
 */
function isOfEndpoint({ parent: definition }) {
  const { parent: call } = definition;
  if (ts.isCallExpression(call))
    return ts.isIdentifier(call.expression) && call.expression.text === "endpoint";
  const user = ts.isAsExpression(call) ? call.parent : call;
  // Not in a list: a screen has an access, too.
  return (
    ts.isVariableDeclaration(user) &&
    ts.isObjectLiteralExpression(definition) &&
    definition.properties.some((property) => ["access", "params"].includes(nameOf(property)))
  );
}

/** The text in `text("…")`, which marks it for the type check alone. @param {import("typescript").Node} node */
function markedText(node) {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const [given] = node.arguments;
  const isText = given && (ts.isStringLiteralLike(given) || ts.isTemplateExpression(given));
  return node.expression.text === "text" && isText ? given : undefined;
}

/**
 * Removes what browsers do not need from the contracts: two kilobytes of every first page.
 * @type {import("typescript").TransformerFactory<import("typescript").SourceFile>}
 */
const withoutDescriptions = (context) => (file) => {
  if (!/\/contracts\/src\//.test(file.fileName)) return file;
  /** @type {import("typescript").Visitor} */
  const visit = (node) => {
    if (ts.isObjectLiteralElementLike(node) && described.has(nameOf(node)) && isOfEndpoint(node))
      return undefined;
    const text = markedText(node);
    if (text !== undefined) return text;
    const entry =
      file.fileName.endsWith("/error-codes.ts") &&
      ts.isObjectLiteralExpression(node) &&
      ts.isPropertyAssignment(node.parent);
    return entry ? shownPart(node) : ts.visitEachChild(node, visit, context);
  };
  return ts.visitEachChild(file, visit, context);
};

module.exports = { withoutDescriptions };
