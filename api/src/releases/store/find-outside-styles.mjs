import { parentPort, workerData } from "node:worker_threads";
import postcss, { CssSyntaxError } from "postcss";
import parser from "postcss-selector-parser";

/** At-rules whose content is checked as if it were outside of them. */
const conditions = new Set(["media", "supports", "container", "layer", "starting-style"]);
/** At-rules whose name is global to the page, with or without a vendor prefix. */
const named = new Set(["keyframes", "font-face", "property", "counter-style", "font-palette-values"]);
/** Pseudo-classes that match where one of their selectors does. */
const alternatives = new Set([":is", ":where", ":matches", ":-webkit-any"]);

/**
 * @param {string} name
 * @param {string} css
 * @returns {string[]}
 */
function findOutsideStyles(name, css) {
  /** @type {(identifier: string) => boolean} */
  const isOwn = (identifier) => identifier.startsWith(`${name}_`);
  try {
    return [...new Set(outsideOf(postcss.parse(css).nodes, false))];
  } catch (error) {
    if (error instanceof CssSyntaxError) return [`line ${error.line} can't be read: ${error.reason}`];
    throw error;
  }

  /**
   * @param {readonly import("postcss").ChildNode[] | undefined} nodes
   * @param {boolean} isNested
   * @returns {string[]}
   */
  function outsideOf(nodes = [], isNested) {
    return nodes.flatMap((node) => {
      if (node.type === "atrule") return outsideOfAtRule(node, isNested);
      if (node.type !== "rule") return [];
      const selectors = readSelectors(node.selector);
      if (selectors === undefined) return [`"${node.selector}" can't be read`];
      const outside = selectors
        .filter((selector) => !isConfined(selector, isNested))
        .map((selector) => `"${String(selector).trim()}" names no class of ${name}'s own CSS modules`);
      return [...outside, ...outsideOf(node.nodes, true)];
    });
  }

  /**
   * @param {import("postcss").AtRule} rule
   * @param {boolean} isNested
   * @returns {string[]}
   */
  function outsideOfAtRule(rule, isNested) {
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

  /**
   * Goes from the styled element to its ancestors; siblings are not among them.
   * @param {import("postcss-selector-parser").Selector} selector
   * @param {boolean} isNested
   */
  function isConfined(selector, isNested) {
    let isAround = true;
    for (const node of selector.nodes.toReversed()) {
      if (node.type === "combinator") isAround = ["", ">"].includes(node.value.trim());
      else if (isAround && isOwnPart(node, isNested)) return true;
    }
    let refersToParent = false;
    selector.walkNesting(() => {
      refersToParent = true;
    });
    // A nested selector without `&` is relative to the rule around it.
    return isNested && !refersToParent && isAround;
  }

  /**
   * @param {import("postcss-selector-parser").Node} node
   * @param {boolean} isNested
   * @returns {boolean}
   */
  function isOwnPart(node, isNested) {
    if (node.type === "class") return isOwn(node.value);
    if (node.type === "nesting") return isNested;
    return (
      node.type === "pseudo" &&
      alternatives.has(node.value.toLowerCase()) &&
      node.nodes.every((one) => isConfined(one, false))
    );
  }
}

/**
 * Undefined where the text is no selector list; the parser's errors have no class of their own.
 * @param {string} text
 */
function readSelectors(text) {
  try {
    return parser().astSync(text).nodes;
  } catch {
    return undefined;
  }
}

/** @type {{ name: string, styles: ReadonlyMap<string, string> }} */
const { name, styles } = workerData;
parentPort?.postMessage(new Map([...styles].map(([file, css]) => [file, findOutsideStyles(name, css)])));
