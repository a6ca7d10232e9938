import path from "node:path";
import ts from "typescript";

/**
 * Texts in the screens that are not all that their element contains. A browser that translates a page replaces its text
 * nodes; React can insert nothing before such a text, nor remove or change it: the screen fails, or shows what is no
 * longer true. Only a text that is the one child of an element is safe, since React then writes the element's content.
 * @param files absolute paths of `.tsx` files
 * @param project the absolute path of the tsconfig with their options
 * @returns each text with its place
 */
export function bareTexts(files: readonly string[], project: string): string[] {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic): never => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
  const options = ts.getParsedCommandLineOfConfigFile(project, {}, host)?.options ?? {};
  const program = ts.createProgram([...files], {
    ...options,
    noEmit: true,
    emitDeclarationOnly: false,
    composite: false,
    incremental: false,
  });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`${file} can't be read.`);
    return bareTextsOf(source, checker).map((node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const place = `${path.relative(path.dirname(project), file)}:${line + 1}`;
      return `${place} ${node.getText().trim().replace(/\s+/g, " ").slice(0, 80)}`;
    });
  });
}

function bareTextsOf(source: ts.SourceFile, checker: ts.TypeChecker): ts.Node[] {
  const found: ts.Node[] = [];
  const isText = (child: ts.JsxChild) =>
    ts.isJsxText(child) ||
    (ts.isJsxExpression(child) &&
      child.expression !== undefined &&
      mayBeText(checker.getTypeAtLocation(child.expression)));
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isRendered);
      if (children.length > 1 || ts.isJsxFragment(node)) found.push(...children.filter(isText));
    }
    if (ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? "")) {
      // What a component returns stands beside what its caller puts there. One that returns its children is checked there.
      const signature = checker.getSignatureFromDeclaration(node);
      const result = signature && checker.getReturnTypeOfSignature(signature);
      if (result !== undefined && mayBeText(result) && !isAnyNode(result)) found.push(node.name ?? node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isRendered(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

const textFlags = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;

/** React renders no text for an empty string. */
function mayBeText(type: ts.Type): boolean {
  const types = type.isUnion() ? type.types : [type];
  return types.some((one) => (one.flags & textFlags) !== 0 && !(one.isStringLiteral() && one.value === ""));
}

/** React's own type of everything that can be rendered. */
function isAnyNode(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ symbol }) => symbol?.name === "Promise");
}
