import { buttonClass, Page, PageHeader, UsersIcon } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./data.module.css";
import { ErasureCard } from "./erasure-card.tsx";
import { ErasuresCard } from "./erasures-card.tsx";
import { RetentionCard } from "./retention-card.tsx";

/** How long the organization's calls are kept, and the erasure of a customer; the shell's guard keeps others out. */
export function DataPage({ callerId }: { callerId: string }) {
  return (
    <Page>
      <PageHeader title={t("Data")} subtitle={t("How long calls are kept, and erasure of customer data.")}>
        <Link to="/admin/users" className={buttonClass("secondary")}>
          <UsersIcon aria-hidden />
          {t("User Management")}
        </Link>
      </PageHeader>
      <div className={styles.cards}>
        <RetentionCard callerId={callerId} />
        <ErasureCard callerId={callerId} />
        <ErasuresCard callerId={callerId} />
      </div>
    </Page>
  );
}
