import type { AllCustomerFields, CustomerField } from "@souffleur/contracts/customer-fields";
import type { ImportResult } from "@souffleur/contracts/customers";
import { formatCount, Notice } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./import.module.css";

/** Of a field of any length, what is shown. */
export const short = (text: string) => text.slice(0, 100);

const summaries = {
  created: "{count, plural, one {# new} other {# new}}",
  merged: "{count, plural, one {# merged} other {# merged}}",
  unchanged: "{count, plural, one {# unchanged} other {# unchanged}}",
  duplicate: "{count, plural, one {# duplicate} other {# duplicates}}",
  refused: "{count, plural, one {# not imported} other {# not imported}}",
} as const satisfies Record<ImportResult["result"], Text>;
const listedMax = 100;

interface ProgressProps {
  total: number;
  results: readonly ImportResult[];
  /** The customer of a line. */
  sent: (line: number) => AllCustomerFields;
  state: "ready" | "running" | "failed" | "done";
  failure: string | undefined;
}

/** How far an import is, and the lines that need a look. */
export function Progress({ total, results, sent, state, failure }: ProgressProps) {
  const listed = results.filter(({ result }) => result === "refused" || result === "duplicate");
  return (
    <>
      <progress className={styles.progress} aria-label={t("Progress")} max={total} value={results.length} />
      <p role="status">
        {t("Line {done} of {total}", { done: formatCount(results.length), total: formatCount(total) })}
      </p>
      <ul className={styles.counts}>
        {(Object.keys(summaries) as ImportResult["result"][]).map((result) => {
          const count = results.filter((one) => one.result === result).length;
          return count > 0 && <li key={result}>{t(summaries[result], { count })}</li>;
        })}
      </ul>
      {state === "failed" && (
        <Notice kind="error">
          {t("The import stopped. The lines above are stored; the others are not. {reason}", {
            reason: failure ?? "",
          })}
        </Notice>
      )}
      {listed.length > 0 && (
        <ul className={styles.mistakes} aria-label={t("Lines to look at")}>
          {listed.slice(0, listedMax).map((one) => (
            <li key={one.line}>
              <Line {...one} sent={sent(one.line)} />
            </li>
          ))}
        </ul>
      )}
      {listed.length > listedMax && (
        <p>{t("… and {count} more", { count: formatCount(listed.length - listedMax) })}</p>
      )}
    </>
  );
}

/** A refused line has its person, and what is wrong where the server has not quoted it. */
function Line({
  line,
  result,
  customer,
  field,
  error = "",
  sent,
}: ImportResult & { sent: AllCustomerFields }) {
  if (result === "refused") {
    const values = [field === "name" ? [] : (sent[field as CustomerField] ?? [])].flat();
    const wrong =
      values.length > 0 && !values.some((value) => error.includes(value)) ? values.join(", ") : "";
    const person = [sent.name, wrong].filter(Boolean).map(short).join(", ");
    return (
      <span>
        {person === ""
          ? t("Line {line}: {error}", { line, error })
          : t("Line {line}, {person}: {error}", { line, person, error })}
      </span>
    );
  }
  return (
    <>
      <span>{t("Line {line} is stored already:", { line })}</span>
      <span> </span>
      {customer && (
        <Link to={`/live-call/customers/${encodeURIComponent(customer.id)}`}>{customer.name}</Link>
      )}
    </>
  );
}
