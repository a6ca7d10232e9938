import postcss, { type AtRule, type ChildNode, CssSyntaxError } from "postcss";
import parser from "postcss-selector-parser";

/** At-rules whose content is looked at as if it stood outside of them. */
const conditions = new Set(["media", "supports", "container", "layer", "starting-style"]);
/** At-rules whose name counts in the whole page, with or without a vendor's prefix. */
const named = new Set(["keyframes", "font-face", "property", "counter-style", "font-palette-values"]);
/** Pseudo-classes that apply where one of the selectors in them does. */
const alternatives = new Set([":is", ":where", ":matches", ":-webkit-any"]);

/**
 * Finds by which selectors and names a remote's stylesheet reaches outside of its screens. A selector stays inside where
 * the element that it styles, or one around that, has one of the remote's own classes; these begin with its name and `_`.
 * @param name the remote
 * @returns each as it is written, with a remedy; none of a stylesheet that stays inside
 */
export function outsideStyles(name: string, css: string): string[] {
  const isOwn = (identifier: string) => identifier.startsWith(`${name}_`);
  try {
    return [...new Set(outsideOf(postcss.parse(css).nodes, false))];
  } catch (error) {
    if (error instanceof CssSyntaxError) return [`line ${error.line} can't be read: ${error.reason}`];
    throw error;
  }

  function outsideOf(nodes: readonly ChildNode[] = [], isNested: boolean): string[] {
    return nodes.flatMap((node) => {
      if (node.type === "atrule") return outsideOfAtRule(node, isNested);
      if (node.type !== "rule") return [];
      const selectors = readSelectors(node.selector);
      if (selectors === undefined) return [`"${node.selector}" can't be read`];
      const outside = selectors
        .filter((selector) => !staysInside(selector, isNested))
        .map((selector) => `"${String(selector).trim()}" names no class of ${name}'s own CSS modules`);
      return [...outside, ...outsideOf(node.nodes, true)];
    });
  }

  function outsideOfAtRule(rule: AtRule, isNested: boolean): string[] {
    const kind = rule.name.toLowerCase().replace(/^-\w+-/, "");
    if (conditions.has(kind)) return outsideOf(rule.nodes, isNested);
    if (kind === "charset") return [];
    const text = `"@${rule.name}${rule.params && ` ${rule.params}`}"`;
    if (!named.has(kind)) return [`${text} applies to the whole page`];
    const family = rule.nodes?.find((node) => node.type === "decl" && node.prop === "font-family");
    const given = family?.type === "decl" ? family.value : rule.params;
    const identifier = given.replace(/^["']|["']$/g, "").replace(/^--/, "");
    return isOwn(identifier) ? [] : [`${text} defines ${given || "a name"}, which must begin with ${name}_`];
  }

  /** Goes from the styled element to those around it; a sibling is none of them. */
  function staysInside(selector: parser.Selector, isNested: boolean): boolean {
    let isAround = true;
    for (const node of selector.nodes.toReversed()) {
      if (node.type === "combinator") isAround = ["", ">"].includes(node.value.trim());
      else if (isAround && isOwnPart(node, isNested)) return true;
    }
    let refersToParent = false;
    selector.walkNesting(() => {
      refersToParent = true;
    });
    // A nested selector without `&` begins inside of the rule around it.
    return isNested && !refersToParent && isAround;
  }

  function isOwnPart(node: parser.Node, isNested: boolean): boolean {
    if (node.type === "class") return isOwn(node.value);
    if (node.type === "nesting") return isNested;
    return (
      node.type === "pseudo" &&
      alternatives.has(node.value.toLowerCase()) &&
      node.nodes.every((one) => staysInside(one, false))
    );
  }
}

/** Undefined where the text is no list of selectors; the parser's errors have no class of their own. */
function readSelectors(text: string): parser.Selector[] | undefined {
  try {
    return parser().astSync(text).nodes;
  } catch {
    return undefined;
  }
}
