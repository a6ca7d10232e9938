import { toast } from "@souffleur/shared-ui";
import { type ComponentType, useEffect } from "react";
import { ConnectionNotices } from "./connection-notices.tsx";
import { ReleaseNotices } from "./release-notices.tsx";

/** @param firstPath the path of the first screen, which may have been left before the notices arrived */
type Notice = ComponentType<{ id: string; firstPath: string }>;

/** What is announced over all screens, by the id of its toast: each renders nothing, and shows that toast while it has a cause. */
const notices: Readonly<Record<string, Notice>> = {
  connection: ConnectionNotices,
  releases: ReleaseNotices,
};

/** The notices for a signed-in user; a sign-out removes them. */
export default function Notices({ firstPath }: { firstPath: string }) {
  useEffect(
    () => () => {
      for (const id of Object.keys(notices)) toast.dismiss(id);
    },
    [],
  );
  return Object.entries(notices).map(([id, Notice]) => <Notice key={id} id={id} firstPath={firstPath} />);
}
