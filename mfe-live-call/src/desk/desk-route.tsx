import { Skeleton } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { t } from "../texts/texts.ts";
import styles from "./desk-route.module.css";

/** A chunk of its own, because agents do not use it. */
const DeskPage = lazy(() => import("./desk-page.tsx"));

export function DeskRoute() {
  return (
    <Suspense
      fallback={
        <div role="status" aria-label={t("Loading the live calls")} className={styles.loading}>
          <Skeleton height={48} />
          <Skeleton height={64} />
          <Skeleton height={64} />
        </div>
      }
    >
      <DeskPage />
    </Suspense>
  );
}
