import { type Customer, unknownCustomer } from "@souffleur/contracts";
import { createCustomer, type StoredCustomer } from "@souffleur/contracts/customers";
import {
  Button,
  call,
  failureTexts,
  RequestError,
  sharedText as t,
  toast,
  UserIcon,
} from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";

interface SaveCustomerProps {
  customer: Customer;
  callId: string;
  onSaved: (stored: StoredCustomer) => void;
  /** Another customer, whom the user may see, has the number by now. By default they are told. */
  onTaken?: (other: Pick<StoredCustomer, "id" | "name">) => void;
}

/** Stores a call's customer with all that the call knows of them, in one press; nothing for one of whom nothing is known. */
export function SaveCustomer({
  customer: { number, ...known },
  callId,
  onSaved,
  onTaken,
}: SaveCustomerProps) {
  const mutation = useMutation({
    mutationFn: async () => {
      const numbers = number === undefined ? [] : [number];
      // The call stands for the request: it has one customer.
      return (await call(createCustomer, { body: { ...known, numbers, callId, requestId: callId } })).data;
    },
    onSuccess: (stored) => {
      toast.success(t("Customer saved"));
      onSaved(stored);
    },
    onError: (error) => {
      if (!(error instanceof RequestError)) return toast.error(failureTexts.unexpected);
      const { code, current, message, serverMessage = message } = error;
      if (code !== "CUSTOMER_EXISTS" || current === undefined || onTaken === undefined)
        toast.error(serverMessage);
      else onTaken({ id: String(current.id), name: String(current.name) });
    },
  });
  if (number === undefined && known.name === unknownCustomer) return null;
  return (
    <Button wide busy={mutation.isPending} onClick={() => mutation.mutate()}>
      <UserIcon aria-hidden />
      <span>{t("Save as customer")}</span>
    </Button>
  );
}
