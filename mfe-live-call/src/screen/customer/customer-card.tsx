import type { Customer } from "@souffleur/contracts";
import { Badge, Card, formatDollars, MailIcon, PhoneIcon } from "@souffleur/shared-ui";
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { partiesOf } from "../../call/demo-parties.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { initials } from "../../lib/initials.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./customer.module.css";
import { demoCustomer } from "./demo-customer.ts";
import { FoldedCard } from "./folded-card.tsx";

/** Chunks of their own: most calls of practice do not need them. */
const KnownCustomer = lazy(() => import("../../customers/known-customer.tsx"));
const SaveCustomer = lazy(() => import("../../customers/save-customer.tsx"));

/** The customer on the line: the demonstration customer in test calls, a stored one by their id, or what the call knows. */
export function CustomerCard({ store }: { store: Store<LiveCallState> }) {
  const status = useStore(store, ({ call }) => call.status);
  const isPhone = useStore(store, ({ source }) => source === "telephony");
  const callId = useStore(store, (state) => state.callId);
  const { client } = useStore(store, partiesOf);
  const customer: Customer = useStore(store, (state) => state.customer) ?? { name: client };
  if (status === "waiting" || status === "connecting")
    return (
      <>
        <Card title={t("Customer")}>
          <p className={styles.nothing}>{t("The customer appears here when a call starts.")}</p>
          <h3 className={styles.second}>{t("Tags")}</h3>
          <p className={styles.second}>{t("No tags yet")}</p>
        </Card>
        <FoldedCard title={t("Account history")}>
          <p className={styles.second}>{t("No history yet")}</p>
        </FoldedCard>
      </>
    );
  if (!isPhone && customer.name === demoCustomer.name) return <DemoCustomer />;
  const base = (more: UnknownCustomerProps["children"]) => (
    <UnknownCustomer customer={customer} isPhone={isPhone}>
      {more}
    </UnknownCustomer>
  );
  const take = (taken: Customer) =>
    store.set((state) =>
      state.callId === callId
        ? { ...state, customer: taken, names: state.names && { ...state.names, client: taken.name } }
        : state,
    );
  if (customer.id !== undefined)
    return (
      // The same card meanwhile, in the height that the customer's takes.
      <Suspense fallback={<div className={styles.known}>{base(null)}</div>}>
        <div className={styles.known}>
          <KnownCustomer key={customer.id} customer={customer} callId={callId} onChosen={take}>
            {base(null)}
          </KnownCustomer>
        </div>
      </Suspense>
    );
  const nothing = <p className={styles.nothing}>{t("Nothing else is known about this customer.")}</p>;
  if (!isPhone || callId === undefined) return base(nothing);
  return base(
    <Suspense
      fallback={
        <>
          {nothing}
          <div className={styles.save} />
        </>
      }
    >
      <SaveCustomer key={callId} customer={customer} callId={callId} nothing={nothing} onSaved={take} />
    </Suspense>,
  );
}

interface UnknownCustomerProps {
  customer: Customer;
  isPhone: boolean;
  children: ReactElement | null;
}

function UnknownCustomer({ customer: { name, number }, isPhone, children }: UnknownCustomerProps) {
  return (
    <Card title={t("Customer")}>
      <Party name={name}>{t(isPhone ? "Telephone call" : "Test call")}</Party>
      {isPhone && (
        <ul className={styles.contacts}>
          <li>
            <PhoneIcon aria-hidden />
            <span>{number ?? t("Number withheld")}</span>
          </li>
        </ul>
      )}
      {children}
    </Card>
  );
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.party}>
      <span aria-hidden className={styles.portrait}>
        {/\p{L}/u.test(name) ? initials(name) : <PhoneIcon />}
      </span>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.second}>{children}</p>
      </div>
    </div>
  );
}

function DemoCustomer() {
  const { name, position, company, email, phone, customerSince, plan, lifetimeValue, tags, history } =
    demoCustomer;
  return (
    <>
      <Card title={t("Customer")}>
        <Party name={name}>{`${t(position)}, ${company}`}</Party>
        <h3 className="visually-hidden">{t("Tags")}</h3>
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{t(tag)}</Badge>
            </li>
          ))}
        </ul>
      </Card>
      <FoldedCard title={t("Account history")}>
        <ul className={styles.contacts}>
          <li>
            <MailIcon aria-hidden />
            <span>{email}</span>
          </li>
          <li>
            <PhoneIcon aria-hidden />
            <span>{phone}</span>
          </li>
        </ul>
        <dl className={styles.facts}>
          <Fact name={t("Customer since")}>{t(customerSince)}</Fact>
          <Fact name={t("Plan")}>{t(plan)}</Fact>
          <Fact name={t("Lifetime value")}>{formatDollars(lifetimeValue)}</Fact>
        </dl>
        <ol className={styles.history}>
          {history.map(({ when, what }) => (
            <li key={when}>
              <p>{t(what)}</p>
              <p className={styles.second}>{t(when)}</p>
            </li>
          ))}
        </ol>
      </FoldedCard>
    </>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
