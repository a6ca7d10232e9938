import { Fragment } from "react";

/** An e-mail address that is broken before its `@` and its dots where it does not fit on a line. */
export function Address({ children }: { children: string }) {
  return children.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
