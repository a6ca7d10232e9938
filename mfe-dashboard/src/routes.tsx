import type { RemoteModule } from "@souffleur/shared-ui";
import { Dashboard } from "./dashboard/dashboard.tsx";
import { loadTexts } from "./texts/texts.ts";

const remote: RemoteModule = { routes: [{ path: "/dashboard", Component: Dashboard }], loadTexts };
export default remote;
