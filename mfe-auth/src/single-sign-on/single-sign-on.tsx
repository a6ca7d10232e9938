import { finishSso } from "@souffleur/contracts/sso";
import {
  LoadingScreen,
  RequestError,
  request,
  sessionState,
  signInBy,
  useSession,
} from "@souffleur/shared-ui";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { useViewFocus } from "../layout/auth-page.tsx";
import { failureText } from "../layout/failures.ts";
import { returnKey, returnPath } from "../layout/sign-in-state.ts";
import { t } from "../texts/texts.ts";
import { FailureView } from "../verify-email/result-view.tsx";
import { rememberProvider, Start, startingIssuer } from "./start.tsx";

/** Starts a sign-in that the provider's portal asks for, or completes one. */
export default function SingleSignOn() {
  const { organizationId = "" } = useParams();
  const { search } = useLocation();
  const [issuer] = useState(() => startingIssuer(search));
  return issuer === undefined ? (
    <Finish organizationId={organizationId} />
  ) : (
    <Start organizationId={organizationId} issuer={issuer} />
  );
}

/** Refusals of an answer, and of an address from which it was taken. */
const spent = new Set<string>(["SSO_FAILED", "VALIDATION_ERROR"]);

/** Completes a sign-in with what the identity provider has put into the address, once. */
function Finish({ organizationId }: { organizationId: string }) {
  const { search, pathname } = useLocation();
  const [query] = useState(search.slice(1));
  const { loading } = useSession();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is sent once, whatever else changes
  useEffect(() => {
    // The code belongs into no history.
    if (search !== "") navigate(pathname, { replace: true });
    // A session that is still being restored decides where a refusal leads.
    if (loading || isSent.current) return;
    isSent.current = true;
    signInBy(() => request(finishSso, { body: { organizationId, query } })).then(
      () => {
        rememberProvider(organizationId);
        navigate(keptReturn(), { replace: true });
      },
      (error) => {
        // An answer that was used before, an old one, or none after a reload: its owner has come in meanwhile.
        const isSpent = error instanceof RequestError && error.code !== undefined && spent.has(error.code);
        if (isSpent && sessionState().isAuthenticated) navigate(keptReturn(), { replace: true });
        else setRefusal(refusalOf(error));
      },
    );
  }, [loading]);
  useViewFocus(refusal === undefined ? "waiting" : "refused");
  if (refusal === undefined) return <LoadingScreen />;
  return <FailureView title={t("Sign in")} text={refusal} />;
}

function refusalOf(error: unknown): string {
  const isPending = error instanceof RequestError && error.code === "ACCOUNT_PENDING_APPROVAL";
  const text = failureText(error);
  return isPending ? `${text} ${t("We'll email you when an administrator has decided.")}` : text;
}

/** The path that the sign-in page has kept in this tab. */
function keptReturn(): string {
  try {
    return returnPath({ from: sessionStorage.getItem(returnKey) });
  } catch {
    return returnPath(null);
  }
}
