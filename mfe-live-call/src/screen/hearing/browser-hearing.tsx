import { Button } from "@souffleur/shared-ui";
import { type ReactElement, useEffect, useState } from "react";
import {
  type BrowserSpeech,
  browserSpeech,
  type SpeechLanguage,
} from "../../audio/hearing/browser-speech.ts";
import type { Speech } from "../../audio/speech-query.ts";
import { useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";

const downloadText = "Download {language, select, fr {French} other {English}}";

/** Whether this browser hears calls that no recognizer hears, and what helps where it does not. */
export function BrowserHearing({ speech }: { speech: Speech }) {
  const { language } = speech;
  const state = useStore(browserSpeech.store, (known) => known);
  useEffect(() => void browserSpeech.check(language), [language]);
  if (state.status === "downloading")
    return (
      <>
        <Downloading since={state.since ?? 0} language={language} />
        <Button small onClick={browserSpeech.cancel}>
          {t("Cancel")}
        </Button>
      </>
    );
  return (
    <>
      <p>{textOf(state, speech)}</p>
      {state.status === "downloadable" && (
        <Button small onClick={() => void browserSpeech.download(language)}>
          {t(downloadText, { language })}
        </Button>
      )}
    </>
  );
}

function textOf({ status, ended }: BrowserSpeech, { language, vendorSpeech }: Speech): string {
  switch (status) {
    case "available":
      return t("Heard by this browser. The sound stays on this device.");
    case "vendor":
      return vendorSpeech === true
        ? t("Heard by this browser, which sends the sound to its vendor. Your organization allows that.")
        : t(
            "Nothing hears this call: this browser would send the sound to its vendor, which your organization does not allow. Use Chrome on a computer.",
          );
    case "downloadable":
      if (ended === "failed")
        return t(
          "Nothing hears this call: {language, select, fr {French} other {English}} could not be downloaded. Try again.",
          { language },
        );
      if (ended === "cancelled")
        return t(
          "Nothing hears this call: the download of {language, select, fr {French} other {English}} was cancelled.",
          { language },
        );
      return t(
        "Nothing hears this call: this browser needs to download {language, select, fr {French} other {English}} first.",
        { language },
      );
    case "unavailable":
      return t(
        "Nothing hears this call: this browser recognizes no speech. Use Chrome on a computer, or ask an administrator to set up a recognizer.",
      );
    default:
      return "";
  }
}

/** Browsers say nothing of how far a download is: the page says how long it takes. */
function Downloading({ since, language }: { since: number; language: SpeechLanguage }): ReactElement {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.round((performance.now() - since) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p>
      <span>
        {t(
          "This browser downloads {language, select, fr {French} other {English}}, and does not say how far it is.",
          { language },
        )}
      </span>
      <span> </span>
      {/* Not announced every second. */}
      <span aria-live="off">{t("{seconds} s so far.", { seconds })}</span>
      <progress aria-label={t(downloadText, { language })} />
    </p>
  );
}
