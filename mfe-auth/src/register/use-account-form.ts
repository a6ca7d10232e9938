import type { zodResolver } from "@hookform/resolvers/zod";
import { screenTexts } from "@souffleur/shared-ui";
import { useState } from "react";
import type { PageNotice } from "../layout/address-notices.ts";
import { isLinkRefused } from "../layout/failures.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { failureOf } from "./registration-form.ts";
import { type AccountValues, useCheckedForm } from "./use-checked-form.ts";

interface AccountFormOptions<Values> {
  /** Of the values; the output is not used. */
  schema: Parameters<typeof zodResolver>[0];
  empty: Values;
  /** Sends the values. @returns the text of the success */
  send: (values: Values) => Promise<string>;
  /** The mailed link that led to the form is no longer valid. */
  onLinkRefused?: (error: unknown) => void;
}

/** A form of a public page that is sent once, and says above its fields how that went. */
export function useAccountForm<Values extends AccountValues>({
  schema,
  empty,
  send,
  onLinkRefused,
}: AccountFormOptions<Values>) {
  const [notice, setNotice] = useState<PageNotice>();
  const [isDone, setIsDone] = useState(false);
  const { busy, runOnce } = useOneAtATime();
  const { submitting, cancelChecks, showRefused, form, ...fields } = useCheckedForm<Values>(schema, empty);
  const submit = form.handleSubmit(
    (values) =>
      runOnce(async () => {
        cancelChecks();
        setNotice(undefined);
        try {
          const text = await send(values);
          form.reset(empty);
          setIsDone(true);
          setNotice({ kind: "success", text });
        } catch (error) {
          if (onLinkRefused && isLinkRefused(error)) return onLinkRefused(error);
          const { fields: refused, text } = failureOf(error, empty);
          showRefused(refused);
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      cancelChecks();
      setNotice({ kind: "error", text: screenTexts.registration.invalid });
    },
  );
  return {
    ...fields,
    form,
    busy,
    isDone,
    notice,
    dismissNotice: () => setNotice(undefined),
    submit: submitting(submit),
  };
}
