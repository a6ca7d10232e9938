import { type CallReview, may } from "@souffleur/contracts";
import { Card, useSession } from "@souffleur/shared-ui";
import { SaveCustomer } from "@souffleur/shared-ui/customer";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import styles from "./review.module.css";

/** Leads to the stored customer of a telephone call, or stores an unknown one in one press. Test calls have none. */
export function CustomerCard({ call }: { call: CallReview["call"] }) {
  const { user, organization } = useSession();
  const queryClient = useQueryClient();
  const { callId, agentId, source, customer } = call;
  if (source !== "telephony" || user === null || organization === null) return null;
  const maySave = agentId === user.id || may(user.role, "manageUsers");
  if (customer.id === undefined && !maySave) return null;
  return (
    <Card title={t("Customer")} className={styles.onScreen}>
      {customer.id !== undefined ? (
        <Link to={`/live-call/customers/${encodeURIComponent(customer.id)}`}>{customer.name}</Link>
      ) : (
        <SaveCustomer
          customer={customer}
          callId={callId}
          onSaved={() => void queryClient.invalidateQueries({ queryKey: ["calls"] })}
        />
      )}
    </Card>
  );
}
