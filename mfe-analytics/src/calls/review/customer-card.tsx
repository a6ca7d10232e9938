import { type CallReview, type Customer, may } from "@souffleur/contracts";
import { Card, useSession } from "@souffleur/shared-ui";
import { Callers, SaveCustomer, useCallers } from "@souffleur/shared-ui/customer";
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
  const reload = () => void queryClient.invalidateQueries({ queryKey: ["calls"] });
  return (
    <Card title={t("Customer")} className={styles.onScreen}>
      {customer.id !== undefined && (
        <Link to={`/live-call/customers/${encodeURIComponent(customer.id)}`}>{customer.name}</Link>
      )}
      {maySave && <Who key={callId} callId={callId} customer={customer} onChanged={reload} />}
    </Card>
  );
}

interface WhoProps {
  callId: string;
  customer: Customer;
  onChanged: () => void;
}

/** Asks which of several with the number it was; otherwise offers to store an unknown customer. */
function Who({ callId, customer, onChanged }: WhoProps) {
  const callers = useCallers(callId, customer);
  if (callers !== undefined)
    return (
      <Callers
        callId={callId}
        callers={callers}
        {...(customer.id !== undefined && { chosen: { id: customer.id, name: customer.name } })}
        onChosen={onChanged}
      />
    );
  if (customer.id !== undefined) return null;
  return <SaveCustomer customer={customer} callId={callId} onSaved={onChanged} />;
}
