import type { RemoteModule } from "@souffleur/shared-ui";
import { Speech } from "./speech.tsx";

const remote: RemoteModule = { routes: [{ path: "/speech", Component: Speech }] };
export default remote;
