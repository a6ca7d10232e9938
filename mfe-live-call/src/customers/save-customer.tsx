import type { Customer } from "@souffleur/contracts";
import { createCustomer } from "@souffleur/contracts/customers";
import { Button, call, RequestError, toast, UserIcon, useSession } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { failureText, useStoredCustomer } from "./use-customers.ts";

interface SaveCustomerProps {
  customer: Customer;
  callId: string;
  onSaved: (saved: Customer) => void;
}

/** Stores the call's customer in one press. */
export default function SaveCustomer({ customer, callId, onSaved }: SaveCustomerProps) {
  const { user, organization } = useSession();
  const show = useStoredCustomer(user?.id ?? "");
  const { name, number } = customer;
  const mutation = useMutation({
    mutationFn: async () =>
      (
        await call(createCustomer, {
          // The call stands for the request: it has one customer.
          body: { name, numbers: number === undefined ? [] : [number], callId, requestId: callId },
        })
      ).data,
    onSuccess: (saved) => {
      show(saved);
      toast.success(t("Customer saved"));
      onSaved({ ...customer, id: saved.id, name: saved.name });
    },
    onError: (error) => {
      // Stored by somebody else in the meantime: that is the customer.
      const other =
        error instanceof RequestError && error.code === "CUSTOMER_EXISTS" ? error.current : undefined;
      if (other === undefined) toast.error(failureText(error));
      else onSaved({ ...customer, id: String(other.id), name: String(other.name) });
    },
  });
  if (organization === null) return null;
  return (
    <Button wide busy={mutation.isPending} onClick={() => mutation.mutate()}>
      <UserIcon aria-hidden />
      <span>{t("Save as customer")}</span>
    </Button>
  );
}
