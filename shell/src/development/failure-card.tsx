import { ErrorState } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { t } from "../texts/texts.ts";
import styles from "./failure-card.module.css";
import { sourceStack } from "./source-stack.ts";

interface FailureCardProps {
  remote: string;
  error: unknown;
  onRetry: () => void;
}

/** In place of the screen of a remote under development that has loaded and then failed. A default export because of `lazy`. */
export default function FailureCard({ remote, error, onRetry }: FailureCardProps) {
  const [stack, setStack] = useState<string>();
  useEffect(() => {
    const detail = { bundle: remote, error, isShown: true };
    window.dispatchEvent(new CustomEvent("souffleur-failure", { detail }));
    void sourceStack(remote, error).then(setStack);
  }, [remote, error]);
  return (
    <>
      <ErrorState onRetry={onRetry}>
        {t("{remote} has failed. Its next build reloads the page.", { remote })}
      </ErrorState>
      <pre className={styles.stack}>{stack}</pre>
    </>
  );
}
