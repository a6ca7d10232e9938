import { isPlatformAdmin, may } from "@souffleur/contracts";
import {
  buttonClass,
  EmptyState,
  Page,
  PageHeader,
  Skeleton,
  UsersIcon,
  useSession,
} from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";

/** Fetched apart: most visits of this remote are to User Management. */
const PlaybookScreen = lazy(() => import("./playbook-screen.tsx"));

/** What the organization's agents are given to say; the shell's guard keeps others out. */
export function PlaybookRoute() {
  const { user, organization } = useSession();
  if (user === null) return null;
  return (
    <Page>
      <PageHeader title={t("Playbook")} subtitle={t("What agents are suggested to say, and what works.")}>
        {may(user.role, "manageUsers") && (
          <Link to="/admin/users" className={buttonClass("secondary")}>
            <UsersIcon aria-hidden />
            {t("User Management")}
          </Link>
        )}
      </PageHeader>
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
