const ts = require("typescript");

/** What describes a call for the API's document alone. */
const described = new Set(["summary"]);

/**
 * What no screen reads of the error catalogue's entries: their status, and texts that come with the answer.
 * @param {import("typescript").ObjectLiteralExpression} entry
 */
function shownPart(entry) {
  /** @param {import("typescript").ObjectLiteralElementLike} property */
  const nameOf = (property) => (property.name && ts.isIdentifier(property.name) ? property.name.text : "");
  const shown = entry.properties.some((property) => nameOf(property) === "shown");
  const kept = entry.properties.filter((property) => shown && nameOf(property) !== "status");
  return ts.factory.createObjectLiteralExpression(kept);
}

/**
 * Leaves out of the contracts what only the API reads: it would be two kilobytes of every first page.
 * @type {import("typescript").TransformerFactory<import("typescript").SourceFile>}
 */
const withoutDescriptions = (context) => (file) => {
  if (!file.fileName.includes("/api/contracts/src/")) return file;
  /** @type {import("typescript").Visitor} */
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && described.has(node.name.text))
      return undefined;
    const entry =
      file.fileName.endsWith("/error-codes.ts") &&
      ts.isObjectLiteralExpression(node) &&
      ts.isPropertyAssignment(node.parent);
    return entry ? shownPart(node) : ts.visitEachChild(node, visit, context);
  };
  return ts.visitEachChild(file, visit, context);
};

module.exports = { withoutDescriptions };
