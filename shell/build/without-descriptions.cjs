const ts = require("typescript");

/** What describes a call for the API's document alone. */
const described = new Set(["summary"]);

/**
 * Leaves out of the contracts what only the API's description reads: it would be a kilobyte of every first page.
 * @type {import("typescript").TransformerFactory<import("typescript").SourceFile>}
 */
const withoutDescriptions = (context) => (file) => {
  if (!file.fileName.includes("/api/contracts/src/")) return file;
  /** @type {import("typescript").Visitor} */
  const visit = (node) =>
    ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && described.has(node.name.text)
      ? undefined
      : ts.visitEachChild(node, visit, context);
  return ts.visitEachChild(file, visit, context);
};

module.exports = { withoutDescriptions };
