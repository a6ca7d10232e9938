import { isAdmin, limits, type Organization, type User } from "@souffleur/contracts";
import { LoadingScreen, Page, PageHeader, screenTexts, toast, useSession } from "@souffleur/shared-ui";
import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router-dom";

interface AdminOnlyProps {
  children: (caller: User, organization: Organization | null) => ReactNode;
}

/** Shows its children to whoever manages users; nobody's session is the shell's guard to see to. */
export function AdminOnly({ children }: AdminOnlyProps) {
  const { user, organization, loading } = useSession();
  if (loading) return <LoadingScreen />;
  if (user === null) return null;
  return isAdmin(user.role) ? children(user, organization) : <AccessDenied />;
}

/** Says so, and leaves for the dashboard after the specification's two seconds. */
function AccessDenied() {
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(screenTexts.admin.denied, { id: "access-denied" });
    const timer = setTimeout(
      () => void navigate("/dashboard", { replace: true }),
      limits.accessDeniedRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Page>
      <PageHeader title="User Management" subtitle="Taking you to the dashboard…" />
    </Page>
  );
}
