import type { RemoteModule } from "@souffleur/shared-ui";
import { Dashboard } from "./dashboard/dashboard.tsx";

const remote: RemoteModule = { routes: [{ path: "/dashboard", Component: Dashboard }] };
export default remote;
