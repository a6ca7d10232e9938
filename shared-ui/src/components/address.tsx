import { Fragment } from "react";

/** An e-mail address that may wrap before its `@` and its dots. */
export function Address({ children }: { children: string }) {
  return children.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their index
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}
