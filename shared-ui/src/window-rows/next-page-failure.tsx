import { Button, sharedText as t } from "@souffleur/shared-ui";
import styles from "./next-page-failure.module.css";
import type { Pages } from "./use-window-rows.ts";

/** Says below the loaded rows that the next page could not be loaded, with a button that tries again. */
export function NextPageFailure({ text, pages }: { text: string; pages: Pages }) {
  if (!pages.isFetchNextPageError) return null;
  return (
    <p role="alert" className={styles.failed}>
      <span>{text}</span>
      <Button small onClick={() => void pages.fetchNextPage()}>
        {t("Retry")}
      </Button>
    </p>
  );
}
