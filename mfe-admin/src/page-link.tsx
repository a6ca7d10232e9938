import { buttonClass } from "@souffleur/shared-ui";
import type { ComponentType } from "react";
import { Link } from "react-router-dom";

interface PageLinkProps {
  to: string;
  icon: ComponentType<{ "aria-hidden"?: boolean }>;
  name: string;
}

/** A link to another page, in the look of a button. */
export function PageLink({ to, icon: Icon, name }: PageLinkProps) {
  return (
    <Link to={to} className={buttonClass()}>
      <Icon aria-hidden />
      <span>{name}</span>
    </Link>
  );
}
