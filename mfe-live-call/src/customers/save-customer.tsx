import type { Customer } from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import { useSession } from "@souffleur/shared-ui";
import { SaveCustomer } from "@souffleur/shared-ui/customer";
import { useStoredCustomer } from "./use-customers.ts";

interface SaveOnCallProps {
  customer: Customer;
  callId: string;
  onSaved: (saved: Customer) => void;
}

/** Stores the customer on the line. One that a colleague has stored in the meantime is that customer. */
export default function SaveOnCall({ customer, callId, onSaved }: SaveOnCallProps) {
  const { user, organization } = useSession();
  const show = useStoredCustomer(user?.id ?? "");
  if (organization === null) return null;
  const take = ({ id, name }: Pick<StoredCustomer, "id" | "name">) => onSaved({ ...customer, id, name });
  return (
    <SaveCustomer
      customer={customer}
      callId={callId}
      onSaved={(stored) => {
        show(stored);
        take(stored);
      }}
      onTaken={take}
    />
  );
}
