import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A hash of each exported thing, or file, by its name. */
export type Hashes = Record<string, string>;

const hashOf = (words: readonly string[]) =>
  createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 12);

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

/** Of a whole source, without its comments and its format. */
export function hashOfSource(file: string): string {
  return hashOf(wordsOf(parse(file)));
}

/**
 * What a module exports under which name, with the types of its file that it names, but without the bodies of its
 * functions.
 */
export function hashesOfExports(file: string): Hashes {
  const hashes: Hashes = {};
  const source = parse(file);
  const target = (from: ts.Expression | undefined) => {
    const name = from !== undefined && ts.isStringLiteral(from) ? from.text : "";
    return name.startsWith(".") ? hashesOfExports(path.join(path.dirname(file), name)) : undefined;
  };
  const types = new Map(
    source.statements
      .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
      .map((one) => [one.name.text, wordsOf(one)]),
  );
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const exported = target(moduleSpecifier);
      if (exportClause === undefined) Object.assign(hashes, exported);
      else if (ts.isNamedExports(exportClause)) {
        // Of another package only the name is ours.
        for (const { name, propertyName } of exportClause.elements)
          hashes[name.text] = exported?.[(propertyName ?? name).text] ?? hashOf([name.text]);
      }
      continue;
    }
    if (!ts.canHaveModifiers(statement)) continue;
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    for (const name of namesOf(statement)) hashes[name] = hashOf(withNamed(wordsOf(statement, true), types));
  }
  return hashes;
}

/** The words, then those of the types that they name, and that these name. */
function withNamed(
  words: readonly string[],
  types: ReadonlyMap<string, readonly string[]>,
  seen = new Set<string>(),
): string[] {
  const named = [...new Set(words)].filter((word) => types.has(word) && !seen.has(word)).sort();
  for (const name of named) seen.add(name);
  return [...words, ...named.flatMap((name) => withNamed(types.get(name) ?? [], types, seen))];
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? name.text : [],
    );
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** The tokens of a node. A formatter's choices are not among them: the last comma of a list, the first bar of a union. */
function wordsOf(node: ts.Node, withoutBodies = false): string[] {
  if (ts.isJSDoc(node)) return [];
  if (withoutBodies && ts.isFunctionLike(node) && "body" in node) {
    return node
      .getChildren()
      .filter((child) => child !== node.body)
      .flatMap((child) => wordsOf(child, true));
  }
  const children = [...node.getChildren()];
  if (children.length === 0) return [node.getText()];
  if (children[0]?.kind === ts.SyntaxKind.BarToken) children.shift();
  if (children.at(-1)?.kind === ts.SyntaxKind.CommaToken) children.pop();
  return children.flatMap((child) => wordsOf(child, withoutBodies));
}
