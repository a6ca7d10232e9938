import { type RemoteModule, Skeleton, saveWordsWith, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { Navigate, useParams } from "react-router-dom";
import { InvitationsPage } from "./invitations/invitations-page.tsx";
import { PlaybookRoute } from "./playbook/playbook-route.tsx";
import { ReleasesPage } from "./releases/releases-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";
import { loadTexts } from "./texts/texts.ts";
import { UserManagement } from "./users/user-management.tsx";

/** The shell's route guard shows this to administrators only. */
function Users() {
  const { user, organization } = useSession();
  return user && <UserManagement key={user.id} caller={user} organization={organization} />;
}

function Settings() {
  const { user } = useSession();
  return user && <SettingsPage key={user.id} callerId={user.id} />;
}

/** Chunks of their own: few visits of this remote are to them. */
const DomainsPage = lazy(() => import("./single-sign-on/domains-page.tsx"));
const WebhookPage = lazy(() => import("./webhooks/webhook-page.tsx"));
const place = <Skeleton height={360} />;

function Domains() {
  const { user } = useSession();
  return <Suspense fallback={place}>{user && <DomainsPage key={user.id} callerId={user.id} />}</Suspense>;
}

function WebhookRoute() {
  const { user } = useSession();
  const { webhookId = "" } = useParams();
  return (
    <Suspense fallback={place}>
      {user && <WebhookPage key={`${user.id} ${webhookId}`} callerId={user.id} webhookId={webhookId} />}
    </Suspense>
  );
}

/** A platform administrator has no organization to invite people to. */
function Invitations() {
  const { user, organization } = useSession();
  if (organization === null) return <Navigate to="/admin/users" replace />;
  return user && <InvitationsPage key={user.id} caller={user} />;
}

saveWordsWith("mfe-admin", async (userId, leaving) => {
  const { saveDraft } = await import("./playbook/draft/draft.ts");
  await saveDraft(userId, leaving);
});

const remote: RemoteModule = {
  routes: [
    { path: "/admin/users", Component: Users },
    { path: "/admin/invitations", Component: Invitations },
    { path: "/admin/releases", Component: ReleasesPage },
    { path: "/admin/settings", Component: Settings },
    { path: "/admin/settings/webhooks/:webhookId", Component: WebhookRoute },
    { path: "/admin/domains", Component: Domains },
    { path: "/admin/playbook", Component: PlaybookRoute },
  ],
  loadTexts,
};
export default remote;
