import type { RemoteModule } from "@souffleur/shared-ui";
import { Invitation } from "./invitation/invitation.tsx";
import { Login } from "./login/login.tsx";
import { NewPasswordRoute } from "./new-password/new-password-route.tsx";
import { ProfileRoute } from "./profile/profile-route.tsx";
import { Register } from "./register/register.tsx";
import { SingleSignOnRoute } from "./single-sign-on/single-sign-on-route.tsx";
import { loadTexts } from "./texts/texts.ts";
import { VerifyEmail } from "./verify-email/verify-email.tsx";

const remote: RemoteModule = {
  routes: [
    { path: "/login", Component: Login },
    { path: "/register", Component: Register },
    { path: "/verify-email", Component: VerifyEmail },
    { path: "/invitation", Component: Invitation },
    { path: "/new-password", Component: NewPasswordRoute },
    { path: "/single-sign-on/:organizationId", Component: SingleSignOnRoute },
    { path: "/profile", Component: ProfileRoute },
  ],
  loadTexts,
};
export default remote;
