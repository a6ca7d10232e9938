import { Page, Skeleton } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { t } from "../texts/texts.ts";

/** Chunks of their own: the call's screen does not need them. */
const CustomersPage = lazy(() => import("./customers-page.tsx"));
const CustomerPage = lazy(() => import("./customer-page.tsx"));

export function CustomersRoute() {
  return (
    <Suspense fallback={<Loading />}>
      <CustomersPage />
    </Suspense>
  );
}

export function CustomerRoute() {
  return (
    <Suspense fallback={<Loading />}>
      <CustomerPage />
    </Suspense>
  );
}

function Loading() {
  return (
    <Page>
      <div role="status" aria-label={t("Loading customers")}>
        <Skeleton height={64} />
        <Skeleton height={400} />
      </div>
    </Page>
  );
}
