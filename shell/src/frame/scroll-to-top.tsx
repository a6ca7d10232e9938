import { limits } from "@souffleur/contracts";
import { ArrowUpIcon, IconButton } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { t } from "../texts/texts.ts";
import styles from "./scroll-to-top.module.css";

/** Appears once the page has been scrolled by the specified 300 px. */
export function ScrollToTop() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const follow = () => setShown(window.scrollY > limits.scrollTopThresholdPx);
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, []);
  if (!shown) return null;
  return (
    <IconButton
      label={t("Scroll to top")}
      variant="secondary"
      className={styles.button}
      onClick={() => {
        // By default smooth scrolling ignores the reduced-motion preference.
        const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
        // The focused button disappears: the focus moves to the top.
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    >
      <ArrowUpIcon aria-hidden />
    </IconButton>
  );
}
