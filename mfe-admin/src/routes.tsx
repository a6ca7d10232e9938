import { type RemoteModule, useSession } from "@souffleur/shared-ui";
import { ReleasesPage } from "./releases/releases-page.tsx";
import { UserManagement } from "./users/user-management.tsx";

/** The shell's route guard shows this to administrators only. */
function Users() {
  const { user, organization } = useSession();
  return user && <UserManagement key={user.id} caller={user} organization={organization} />;
}

const remote: RemoteModule = {
  routes: [
    { path: "/admin/users", Component: Users },
    { path: "/admin/releases", Component: ReleasesPage },
  ],
};
export default remote;
