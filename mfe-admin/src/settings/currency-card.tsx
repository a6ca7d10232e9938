import { currencies, defaultCurrency, saveCurrency } from "@souffleur/contracts";
import {
  Button,
  Card,
  call,
  locale,
  moneyStyle,
  RequestError,
  SelectField,
  setCurrency,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { toastFailure } from "../users/failure-text.ts";
import styles from "./settings.module.css";

const names = new Intl.DisplayNames(locale, { type: "currency" });
/** By their names, as their reader sorts them: "Euro (EUR)". */
const choices = currencies
  .map((code) => ({ code, text: `${names.of(code) ?? code} (${code})` }))
  .sort((one, other) => one.text.localeCompare(other.text, locale));

/** An amount as the screens show it in this currency. */
const sampleOf = (currency: string) =>
  new Intl.NumberFormat(locale, { ...moneyStyle(currency), maximumFractionDigits: 0 }).format(1200);

/** The currency in which the organization sells. */
export function CurrencyCard() {
  const { organization } = useSession();
  const current = organization?.currency ?? defaultCurrency;
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? current;
  const mutation = useMutation({
    mutationFn: (currency: string) => call(saveCurrency, { body: { currency, from: current } }),
    onSuccess: ({ data }) => {
      setCurrency(data.organization);
      setDraft(undefined);
      toast.success(t("Settings saved."));
    },
    onError: (failure) => {
      toastFailure(failure, "The settings could not be saved.");
      // Another administrator has changed it; an event tells which one they chose.
      if (failure instanceof RequestError && failure.status === 409) setDraft(undefined);
    },
  });
  return (
    <Card title={t("Currency")}>
      <div className={styles.fields}>
        <SelectField
          label={t("Currency of amounts")}
          hint={t("Amounts look like {sample}.", { sample: sampleOf(shown) })}
          value={shown}
          onChange={({ target }) => setDraft(target.value)}
        >
          {choices.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </SelectField>
        <Button
          variant="primary"
          className={styles.button}
          disabled={shown === current}
          busy={mutation.isPending}
          onClick={() => mutation.mutate(shown)}
        >
          {t("Save")}
        </Button>
      </div>
      <p className={styles.note}>
        {t(
          "Amounts already saved keep their currency and are never converted. Figures add up amounts in the new currency only, and name the others.",
        )}
      </p>
    </Card>
  );
}
