import type { ReactNode } from "react";

/**
 * A text in an element of its own, everything else as it is. A browser that translates a page replaces its text nodes:
 * React can then neither insert an element before a text nor remove or change it, unless the text is all that its element
 * contains (https://github.com/facebook/react/issues/11538). Another text is another element: a longer label does not move the
 * shorter one.
 */
export function inElement(children: ReactNode): Exclude<ReactNode, string | number | bigint> {
  const isText =
    (typeof children === "string" && children !== "") ||
    typeof children === "number" ||
    typeof children === "bigint";
  return isText ? (
    <span key={String(children)}>{children}</span>
  ) : (
    (children as Exclude<ReactNode, string | number | bigint>)
  );
}
