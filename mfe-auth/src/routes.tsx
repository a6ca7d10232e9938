import type { RemoteModule } from "@souffleur/shared-ui";
import { Invitation } from "./invitation/invitation.tsx";
import { Login } from "./login/login.tsx";
import { Register } from "./register/register.tsx";
import { loadTexts } from "./texts/texts.ts";
import { VerifyEmail } from "./verify-email/verify-email.tsx";

const remote: RemoteModule = {
  routes: [
    { path: "/login", Component: Login },
    { path: "/register", Component: Register },
    { path: "/verify-email", Component: VerifyEmail },
    { path: "/invitation", Component: Invitation },
  ],
  loadTexts,
};
export default remote;
