import { RemoteOverride, setRemoteOverride } from "@souffleur/contracts";
import {
  Button,
  buttonClass,
  ColumnPage,
  call,
  contractText,
  Notice,
  RequestError,
} from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useScreens } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import styles from "./override-page.module.css";

/**
 * Asks for confirmation before this browser loads a remote from a local development server; the link names only the remote
 * and the address. A default export because of `lazy`.
 */
export default function OverridePage() {
  const [query] = useSearchParams();
  const wanted = RemoteOverride.safeParse({ remote: query.get("remote"), address: query.get("address") });
  useEffect(() => {
    document.title = t("Replace a remote · Souffleur");
  }, []);
  return (
    <main id="main">
      <ColumnPage wide>
        <div className={styles.content}>
          {wanted.success ? (
            <Question override={wanted.data} />
          ) : (
            <>
              <h1>{t("Nothing is replaced")}</h1>
              <Notice kind="error">
                {[
                  t("This link can't be used."),
                  ...wanted.error.issues.map(({ message }) => `${contractText(message)}.`),
                ].join(" ")}
              </Notice>
              <Link to="/" replace className={buttonClass()}>
                {t("Go to Souffleur")}
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
  const { remote } = override;
  const screens = useScreens().filter((screen) => screen.remote === remote);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(setRemoteOverride, { body: override });
      // A full page load, because the development build of the shell is needed from now on.
      location.assign(screens[0]?.path ?? "/");
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof RequestError ? (error.serverMessage ?? error.message) : String(error));
    }
  };

  return (
    <>
      <h1>{t("Replace {remote} in this browser?", { remote })}</h1>
      <p>
        {t(
          "{host} will take {screens} from your own machine, until you switch it off, sign out or close the browser, and for a day at most:",
          { host: location.host, screens: screens.map(({ title }) => title).join(", ") || remote },
        )}
      </p>
      <dl className={styles.facts}>
        <dt>{t("Remote")}</dt>
        <dd>{remote}</dd>
        <dt>{t("Address")}</dt>
        <dd>{override.address}</dd>
      </dl>
      <Notice kind="warning">
        {t(
          "What answers there acts with your session and sees what you see. Go on only if you have started it yourself.",
        )}
      </Notice>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div className={styles.actions}>
        <Link to="/" replace className={buttonClass()}>
          {t("Cancel")}
        </Link>
        <Button variant="primary" busy={busy} onClick={() => void confirm()}>
          {t("Replace it")}
        </Button>
      </div>
    </>
  );
}
