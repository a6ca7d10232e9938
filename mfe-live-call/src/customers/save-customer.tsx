import { type Customer, unknownCustomer } from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import { Button, UserIcon, useSession } from "@souffleur/shared-ui";
import { Callers, SaveCustomer, useCallers } from "@souffleur/shared-ui/customer";
import { type ReactElement, useState } from "react";
import { t } from "../texts/texts.ts";
import { CustomerDialog } from "./customer-dialog.tsx";
import styles from "./customers.module.css";
import { useStoredCustomer } from "./use-customers.ts";

interface SaveOnCallProps {
  customer: Customer;
  callId: string;
  /** For an unknown customer. */
  nothing: ReactElement;
  onSaved: (saved: Customer) => void;
}

/**
 * Stores the customer on the line, or asks which of several with the number it is. One that a colleague has stored in the
 * meantime is that customer.
 */
export default function SaveOnCall({ customer, callId, nothing, onSaved }: SaveOnCallProps) {
  const { user, organization } = useSession();
  const show = useStoredCustomer(user?.id ?? "");
  const callers = useCallers(callId, customer);
  const [isAdding, setAdding] = useState(false);
  if (user === null || organization === null) return nothing;
  const take = ({ id, name }: Pick<StoredCustomer, "id" | "name">) => onSaved({ ...customer, id, name });
  const took = (stored: StoredCustomer) => {
    show(stored);
    take(stored);
  };
  if (callers === undefined)
    return (
      <>
        {nothing}
        <div className={styles.save}>
          <SaveCustomer customer={customer} callId={callId} onSaved={took} onTaken={take} />
        </div>
      </>
    );
  const { name, number = "" } = customer;
  // A number in the place of the name says no more than the number.
  const known = /\p{L}/u.test(name) && name !== unknownCustomer ? name : "";
  return (
    <>
      <Callers callId={callId} callers={callers} onChosen={onSaved} />
      <Button wide variant="quiet" onClick={() => setAdding(true)}>
        <UserIcon aria-hidden />
        <span>{t("Someone else")}</span>
      </Button>
      {isAdding && (
        <CustomerDialog
          user={user}
          stored={undefined}
          onCall={{ callId, customer: { name: known, numbers: [number] } }}
          onStored={take}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
