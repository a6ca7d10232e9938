import { Button } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { type BrowserSpeech, browserSpeech } from "../../audio/hearing/browser-speech.ts";
import type { Speech } from "../../audio/speech-query.ts";
import { useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./unrecognized.module.css";

// The texts have no values: those that have are in the script of every screen of this remote.

/** What hears calls that no recognizer of the server hears, and what helps where nothing does. */
export function Unrecognized({ speech, isPhone }: { speech: Speech; isPhone: boolean }) {
  if (!isPhone) return <BrowserHearing speech={speech} />;
  return (
    <p>
      {t(
        "Nothing hears this call: telephone calls need a recognizer on the server. Ask an administrator to set one up.",
      )}
    </p>
  );
}

/** Whether this browser hears them. */
function BrowserHearing({ speech }: { speech: Speech }) {
  const { language } = speech;
  const state = useStore(browserSpeech.store, (known) => known);
  useEffect(() => void browserSpeech.check(language), [language]);
  const download = language === "fr" ? t("Download French") : t("Download English");
  if (state.status === "downloading")
    return (
      <>
        <Downloading since={state.since ?? 0} name={download} />
        <Button small onClick={browserSpeech.cancel}>
          {t("Cancel")}
        </Button>
      </>
    );
  return (
    <>
      <p>{textOf(state, speech.vendorSpeech === true)}</p>
      {state.status === "downloadable" && (
        <Button small onClick={() => void browserSpeech.download(language)}>
          {download}
        </Button>
      )}
    </>
  );
}

function textOf({ status, ended }: BrowserSpeech, isVendorAllowed: boolean): string {
  switch (status) {
    case "available":
      return t("Heard by this browser. The sound stays on this device.");
    case "vendor":
      return isVendorAllowed
        ? t("Heard by this browser, which sends the sound to its vendor. Your organization allows that.")
        : t(
            "Nothing hears this call: this browser would send the sound to its vendor, which your organization does not allow. Use Chrome on a computer.",
          );
    case "downloadable":
      if (ended === "failed")
        return t("Nothing hears this call: the language could not be downloaded. Try again.");
      if (ended === "cancelled") return t("Nothing hears this call: the download was cancelled.");
      return t("Nothing hears this call: this browser needs to download the language first.");
    case "unavailable":
      return t(
        "Nothing hears this call: this browser recognizes no speech. Use Chrome on a computer, or ask an administrator to set up a recognizer.",
      );
    default:
      return "";
  }
}

/** Browsers say nothing of how far a download is: the page says how long it takes. */
function Downloading({ since, name }: { since: number; name: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.round((performance.now() - since) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p>
      <span>{t("This browser downloads the language, and does not say how far it is.")}</span>
      <span> </span>
      {/* Not announced every second. */}
      <span aria-live="off">{`${seconds}\u00a0s`}</span>
      <progress aria-label={name} className={styles.progress} />
    </p>
  );
}
