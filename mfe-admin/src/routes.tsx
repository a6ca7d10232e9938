import type { RemoteModule } from "@souffleur/shared-ui";
import { ReleasesPage } from "./releases/releases-page.tsx";
import { AdminOnly } from "./users/admin-only.tsx";
import { UserManagement } from "./users/user-management.tsx";

function Users() {
  return (
    <AdminOnly>
      {(caller, organization) => (
        <UserManagement key={caller.id} caller={caller} organization={organization} />
      )}
    </AdminOnly>
  );
}

const remote: RemoteModule = {
  routes: [
    { path: "/admin/users", Component: Users },
    { path: "/admin/releases", Component: ReleasesPage },
  ],
};
export default remote;
