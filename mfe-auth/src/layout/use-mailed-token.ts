import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readMailedLink } from "./mailed-link.ts";

/**
 * The token of the mailed link that led to this page. It does not stay in the address, which could be shared or seen by others,
 * but survives a reload.
 */
export function useMailedToken(): string {
  const location = useLocation();
  const navigate = useNavigate();
  const kept = (location.state as { token?: unknown } | null)?.token;
  const [token] = useState(() => readMailedLink(location).token ?? (typeof kept === "string" ? kept : ""));
  const { search } = location;
  useEffect(() => {
    if (search !== "") void navigate(".", { replace: true, state: { token } });
  }, [search, token, navigate]);
  return token;
}
