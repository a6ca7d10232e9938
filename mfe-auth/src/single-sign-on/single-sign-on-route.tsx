import { LoadingScreen } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";

/** A chunk of its own: only people of organizations with an identity provider come here. */
const SingleSignOn = lazy(() => import("./single-sign-on.tsx"));

/** Where an identity provider leads people back to. */
export function SingleSignOnRoute() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <SingleSignOn />
    </Suspense>
  );
}
