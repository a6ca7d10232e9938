import { isPlatformAdmin } from "@souffleur/contracts";
import { EmptyState, Page, PageHeader, Skeleton, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { t } from "../texts/texts.ts";

/** A chunk of its own: most visits of this remote are to User Management. */
const PlaybookScreen = lazy(() => import("./playbook-screen.tsx"));

/** The organization's playbook; the shell's route guard restricts it to those with access. */
export function PlaybookRoute() {
  const { user, organization } = useSession();
  if (user === null) return null;
  return (
    <Page>
      <PageHeader title={t("Playbook")} subtitle={t("What agents are suggested to say, and what works.")} />
      {isPlatformAdmin(user.role, organization) ? (
        <EmptyState>{t("Each organization has its own playbook, which its administrators edit.")}</EmptyState>
      ) : (
        <Suspense fallback={<Skeleton height={360} />}>
          <PlaybookScreen key={user.id} caller={user} />
        </Suspense>
      )}
    </Page>
  );
}
