import { classNames } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { recognizerName, speechQuery } from "../../audio/speech-query.ts";
import { t } from "../../texts/texts.ts";
import styles from "./heard-by.module.css";

/** A chunk of its own: a server with a recognizer has no use for it. */
const Unrecognized = lazy(async () => ({ default: (await import("./unrecognized.tsx")).Unrecognized }));

/**
 * What hears the calls: the server's recognizer, this browser, or nothing, with what to do then. It has its room before that
 * is known.
 */
export function HeardBy({
  isPhone = false,
  className,
}: {
  isPhone?: boolean;
  className?: string | undefined;
}) {
  const { data: speech } = useQuery(speechQuery);
  const name = recognizerName(speech);
  return (
    <div role="status" className={classNames(styles.heard, className)}>
      {name !== undefined && <p>{t("Heard by {name}", { name })}</p>}
      {speech?.configured === false && (
        <Suspense>
          <Unrecognized speech={speech} isPhone={isPhone} />
        </Suspense>
      )}
    </div>
  );
}
