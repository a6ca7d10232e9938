const ts = require("typescript");

/** What of an endpoint the API alone reads: its document, its limits and its fuzzer. */
const described = new Set(["tag", "summary", "refusals", "limit", "example"]);

/** @param {import("typescript").ObjectLiteralElementLike} property */
const nameOf = (property) => (property.name && ts.isIdentifier(property.name) ? property.name.text : "");

/**
 * What no screen reads of the error catalogue's entries: their status, and texts that come with the answer.
 * @param {import("typescript").ObjectLiteralExpression} entry
 */
function shownPart(entry) {
  const shown = entry.properties.some((property) => nameOf(property) === "shown");
  const kept = entry.properties.filter((property) => shown && nameOf(property) !== "status");
  return ts.factory.createObjectLiteralExpression(kept);
}

/** Whether this is a property of what `endpoint()` is given. @param {import("typescript").Node} property */
function isOfEndpoint({ parent: { parent: call } }) {
  return ts.isCallExpression(call) && ts.isIdentifier(call.expression) && call.expression.text === "endpoint";
}

/**
 * Leaves out of the contracts what only the API reads: it would be two kilobytes of every first page.
 * @type {import("typescript").TransformerFactory<import("typescript").SourceFile>}
 */
const withoutDescriptions = (context) => (file) => {
  if (!/\/contracts\/src\//.test(file.fileName)) return file;
  /** @type {import("typescript").Visitor} */
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && isOfEndpoint(node) && described.has(nameOf(node))) return undefined;
    const entry =
      file.fileName.endsWith("/error-codes.ts") &&
      ts.isObjectLiteralExpression(node) &&
      ts.isPropertyAssignment(node.parent);
    return entry ? shownPart(node) : ts.visitEachChild(node, visit, context);
  };
  return ts.visitEachChild(file, visit, context);
};

module.exports = { withoutDescriptions };
