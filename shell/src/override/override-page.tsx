import { RemoteOverride, setRemoteOverride } from "@souffleur/contracts";
import { Button, buttonClass, ColumnPage, call, contractText, Notice } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { pageOverrides } from "../development/page-overrides.ts";
import { useScreens } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import styles from "./override-page.module.css";
import { refusalText } from "./refusal-text.ts";

/**
 * Asks for confirmation before this browser loads a remote from a local development server; the link names only the remote
 * and the address. Where that is confirmed already, it leads to the remote's screen. A default export because of `lazy`.
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
  const { remote, address } = override;
  const screens = useScreens().filter((screen) => screen.remote === remote);
  const overrides = pageOverrides();
  const before = overrides.find((one) => one.remote === remote)?.address;
  const others = overrides.filter((one) => one.remote !== remote);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(setRemoteOverride, { body: override });
      // A full page load, because the development build of the shell is needed from now on; it has the remote's own screens.
      location.reload();
    } catch (error) {
      setBusy(false);
      setFailure(refusalText(error));
    }
  };

  if (before === address)
    return <Navigate to={screens.find(({ path }) => !path.includes(":"))?.path ?? "/"} replace />;
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
        <dd>{address}</dd>
      </dl>
      {before !== undefined && (
        <p>
          {t("This takes the place of {address}, where {remote} comes from now.", {
            address: before,
            remote,
          })}
        </p>
      )}
      {others.length > 0 && (
        <p>
          {t("What is replaced already stays so: {others}.", {
            others: others.map((one) => `${one.remote} (${one.address})`).join(", "),
          })}
        </p>
      )}
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
