import { buttonClass } from "@souffleur/shared-ui";
import type { ComponentProps, ComponentType } from "react";
import { Link } from "react-router-dom";

interface PageLinkProps extends ComponentProps<typeof Link> {
  icon: ComponentType<{ "aria-hidden"?: boolean }>;
  name: string;
}

/** A link to another page, in the look of a button. */
export function PageLink({ icon: Icon, name, ...link }: PageLinkProps) {
  return (
    <Link {...link} className={buttonClass()}>
      <Icon aria-hidden />
      <span>{name}</span>
    </Link>
  );
}
