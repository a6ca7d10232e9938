import type { RemoteModule } from "@souffleur/shared-ui";
import { NewRemoteScreen } from "./new-remote-screen.tsx";

const remote: RemoteModule = { routes: [{ path: "/new-remote", Component: NewRemoteScreen }] };
export default remote;
