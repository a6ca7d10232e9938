import { Page, PageHeader, Skeleton, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { t } from "../texts/texts.ts";

/** A chunk of its own: it is not for the sign-in pages. */
const ProfileScreen = lazy(() => import("./profile-screen.tsx"));

/** The user's own account; the shell's route guard restricts it to people who are signed in. */
export function ProfileRoute() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Page>
      <PageHeader title={t("Profile")} subtitle={user.email} />
      <Suspense fallback={<Skeleton height={360} />}>
        <ProfileScreen key={user.id} user={user} />
      </Suspense>
    </Page>
  );
}
