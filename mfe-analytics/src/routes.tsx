import type { RemoteModule } from "@souffleur/shared-ui";
import { Analytics } from "./analytics/analytics.tsx";

const remote: RemoteModule = { routes: [{ path: "/analytics", Component: Analytics }] };
export default remote;
