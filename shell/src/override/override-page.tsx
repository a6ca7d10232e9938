import { RemoteOverride, setRemoteOverride } from "@souffleur/contracts";
import { Button, buttonClass, ColumnPage, call, Notice, RequestError } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useScreens } from "../screens/screens.ts";
import styles from "./override-page.module.css";

/**
 * Asks before this browser loads a remote from a local development server: the link only names remote and address. A
 * default export, as `lazy` needs it.
 */
export default function OverridePage() {
  const [query] = useSearchParams();
  const wanted = RemoteOverride.safeParse({ remote: query.get("remote"), address: query.get("address") });
  useEffect(() => {
    document.title = "Replace a remote · Souffleur";
  }, []);
  return (
    <main id="main">
      <ColumnPage wide>
        <div className={styles.content}>
          {wanted.success ? (
            <Question override={wanted.data} />
          ) : (
            <>
              <h1>Nothing is replaced</h1>
              <Notice kind="error">
                This link can't be used. {wanted.error.issues.map(({ message }) => `${message}.`).join(" ")}
              </Notice>
              <Link to="/" replace className={buttonClass("secondary")}>
                Go to Souffleur
              </Link>
            </>
          )}
        </div>
      </ColumnPage>
    </main>
  );
}

function Question({ override }: { override: RemoteOverride }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const screens = useScreens().filter(({ remote }) => remote === override.remote);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(setRemoteOverride, { body: override });
      // A full page load: the shell's development flavour is needed from now on.
      location.assign(screens[0]?.path ?? "/");
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof RequestError ? (error.serverMessage ?? error.message) : String(error));
    }
  };

  return (
    <>
      <h1>Replace {override.remote} in this browser?</h1>
      <p>
        {location.host} will take {screens.map(({ title }) => title).join(", ") || override.remote} from your
        own machine, until you switch it off, sign out or close the browser, and for a day at most:
      </p>
      <dl className={styles.facts}>
        <dt>Remote</dt>
        <dd>{override.remote}</dd>
        <dt>Address</dt>
        <dd>{override.address}</dd>
      </dl>
      <Notice kind="warning">
        What answers there acts with your session and sees what you see. Go on only if you have started it
        yourself.
      </Notice>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div className={styles.actions}>
        <Link to="/" replace className={buttonClass("secondary")}>
          Cancel
        </Link>
        <Button variant="primary" busy={busy} onClick={() => void confirm()}>
          Replace it
        </Button>
      </div>
    </>
  );
}
