import type { Customer } from "@souffleur/contracts";
import { Badge, Card, formatDollars, MailIcon, PhoneIcon } from "@souffleur/shared-ui";
import { initials } from "../../lib/initials.ts";
import { t } from "../../texts/texts.ts";
import styles from "./customer.module.css";
import { demoCustomer } from "./demo-customer.ts";
import { FoldedCard } from "./folded-card.tsx";

interface CustomerCardProps {
  customer: Customer;
  isPhone: boolean;
}

/** The customer on the line. Only the demonstration customer has a record, which is shown with that name only. */
export function CustomerCard({ customer, isPhone }: CustomerCardProps) {
  return !isPhone && customer.name === demoCustomer.name ? (
    <DemoCustomer />
  ) : (
    <UnknownCustomer customer={customer} isPhone={isPhone} />
  );
}

/** Between calls: nobody is on the line. */
export function NoCustomer() {
  return (
    <Card title={t("Customer")}>
      <p className={styles.nothing}>{t("The customer appears here when a call starts.")}</p>
    </Card>
  );
}

function UnknownCustomer({ customer: { name, number }, isPhone }: CustomerCardProps) {
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
      <p className={styles.nothing}>{t("Nothing else is known about this customer.")}</p>
    </Card>
  );
}

function Party({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles.party}>
      <span aria-hidden className={styles.portrait}>
        {initials(name)}
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

export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
