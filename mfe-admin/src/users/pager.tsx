import { ChevronLeftIcon, ChevronRightIcon, formatCount, IconButton } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { pageCount } from "./table/list-state.ts";
import styles from "./users.module.css";

interface PagerProps {
  page: number;
  size: number;
  rows: number;
  onPage: (page: number) => void;
}

export function Pager({ page, size, rows, onPage }: PagerProps) {
  const pages = pageCount(rows, size);
  const first = (page - 1) * size + 1;
  return (
    <nav aria-label={t("Pages of users")} className={styles.pager}>
      <p className={styles.range}>
        {rows > 0 &&
          t("{first}–{last} of {all}", {
            first: formatCount(first),
            last: formatCount(Math.min(rows, page * size)),
            all: formatCount(rows),
          })}
      </p>
      <IconButton
        label={t("Previous page")}
        variant="secondary"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <p aria-live="polite">{t("Page {page} of {pages}", { page, pages })}</p>
      <IconButton
        label={t("Next page")}
        variant="secondary"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon aria-hidden />
      </IconButton>
    </nav>
  );
}
