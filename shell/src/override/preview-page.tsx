import { openRemotePreview } from "@souffleur/contracts/previews";
import { Button, buttonClass, ColumnPage, call, Notice, useSession } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./override-page.module.css";
import { refusalText } from "./refusal-text.ts";

/**
 * Asks for confirmation before this browser shows a release that is not live. The link's fragment, which no server's log has,
 * names it and has its key.
 */
export function PreviewPage() {
  const { hash, pathname } = useLocation();
  const [, name = "", key = ""] = /^#([^.]+)\.(.+)$/.exec(hash) ?? [];
  const { user, loading } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    document.title = t("Preview · Souffleur");
  }, []);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { path } = (await call(openRemotePreview, { body: { name, key } })).data;
      // A full page load, because the live release may have been loaded already.
      location.assign(path);
    } catch (error) {
      setBusy(false);
      setFailure(refusalText(error));
    }
  };

  return (
    <main id="main">
      <ColumnPage wide>
        <div className={styles.content}>
          <h1>{t(name === "" ? "Nothing is previewed" : "Show this preview in this browser?")}</h1>
          {name === "" ? (
            <Notice kind="error">{t("This link can't be used.")}</Notice>
          ) : (
            <>
              <p>
                {t(
                  "This browser will show you a release that is not live yet, until you switch it off, sign out or close the browser, and for a day at most. Other browsers keep the live one.",
                )}
              </p>
              <dl className={styles.facts}>
                <dt>{t("Preview")}</dt>
                <dd>{name}</dd>
              </dl>
            </>
          )}
          {name !== "" && !loading && user === null && (
            <Notice kind="info">
              {t("It ends when you sign in: sign in first to see it with your account.")}
            </Notice>
          )}
          {failure !== undefined && <Notice kind="error">{failure}</Notice>}
          <div className={styles.actions}>
            <Link to="/" replace className={buttonClass()}>
              {name === "" ? t("Go to Souffleur") : t("Cancel")}
            </Link>
            {name !== "" && !loading && user === null && (
              <Link to="/login" state={{ from: `${pathname}${hash}` }} className={buttonClass()}>
                {t("Sign in first")}
              </Link>
            )}
            {name !== "" && (
              <Button variant="primary" busy={busy} onClick={() => void confirm()}>
                {t("Show it")}
              </Button>
            )}
          </div>
        </div>
      </ColumnPage>
    </main>
  );
}
