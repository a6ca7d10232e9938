import { startSso } from "@souffleur/contracts/sso";
import { LoadingScreen, leaveFor, request, useSession } from "@souffleur/shared-ui";
import { useState } from "react";
import { Navigate } from "react-router-dom";
import { useViewFocus } from "../layout/auth-page.tsx";
import { t } from "../texts/texts.ts";
import LeadView from "./lead-view.tsx";

const knownKey = "souffleur.provider";

/** Remembers in this browser through whose provider somebody has signed in. */
export function rememberProvider(organizationId: string): void {
  try {
    localStorage.setItem(knownKey, JSON.stringify(organizationId));
  } catch {}
}

function isKnown(organizationId: string): boolean {
  try {
    return localStorage.getItem(knownKey) === JSON.stringify(organizationId);
  } catch {
    return false;
  }
}

/** The issuer that starts a sign-in; undefined where the address brings an answer of a provider. */
export function startingIssuer(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const isAnswer = ["state", "code", "error"].some((name) => query.has(name));
  return isAnswer ? undefined : (query.get("iss") ?? undefined);
}

/**
 * Where a provider's portal leads to. Anybody can write a link to here that names an organization of theirs, and whose provider then signs
 * others in to an account of theirs: without a press it goes on only to the provider by which this browser has come in before,
 * and never in place of a session.
 */
export function Start({ organizationId, issuer }: { organizationId: string; issuer: string }) {
  const { isAuthenticated, loading } = useSession();
  const [atOnce] = useState(() => isKnown(organizationId));
  useViewFocus(loading ? "waiting" : "asked");
  if (loading) return <LoadingScreen />;
  if (isAuthenticated) return <Navigate to="/dashboard" replace />;
  const lead = async () => {
    const { data } = await request(startSso, { body: { organizationId, issuer } });
    await leaveFor(data.signInAt);
  };
  const host = URL.canParse(issuer) ? new URL(issuer).host : "";
  return (
    <LeadView
      title={t("Sign in")}
      subtitle={t("Your organization's provider, {host}, signs you in.", { host })}
      lead={lead}
      atOnce={atOnce}
    />
  );
}
