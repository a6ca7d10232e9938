import { type CallReview, may } from "@souffleur/contracts";
import { createCustomer } from "@souffleur/contracts/customers";
import { Button, Card, call as request, toast, useSession } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { failureText } from "../use-calls.ts";
import styles from "./review.module.css";

/** Leads to the stored customer of a telephone call, or stores an unknown one in one press. Test calls have none. */
export function CustomerCard({ call }: { call: CallReview["call"] }) {
  const { user, organization } = useSession();
  const queryClient = useQueryClient();
  const { callId, agentId, source, customer } = call;
  const save = useMutation({
    mutationFn: () => {
      const numbers = customer.number === undefined ? [] : [customer.number];
      return request(createCustomer, { body: { name: customer.name, numbers, callId, requestId: callId } });
    },
    onSuccess: () => {
      toast.success(t("Customer saved"));
      void queryClient.invalidateQueries({ queryKey: ["calls"] });
    },
    onError: (error) => toast.error(failureText(error)),
  });
  if (source !== "telephony" || user === null || organization === null) return null;
  const maySave = agentId === user.id || may(user.role, "manageUsers");
  if (customer.id === undefined && !maySave) return null;
  return (
    <Card title={t("Customer")} className={styles.onScreen}>
      {customer.id !== undefined ? (
        <Link to={`/live-call/customers/${encodeURIComponent(customer.id)}`}>{customer.name}</Link>
      ) : (
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t("Save as customer")}
        </Button>
      )}
    </Card>
  );
}
