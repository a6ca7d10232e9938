import { type CSSProperties, type FocusEvent, useEffect, useState } from "react";
import { useTheme } from "../browser/theme.ts";
import { ErrorIcon, SuccessIcon } from "../components/icons.ts";
import { loadToasts, markToasterReady } from "./toast.ts";
import styles from "./toaster.module.css";

type Late = Awaited<ReturnType<typeof loadToasts>>;

/** The library's variables, set to the product's colours. */
const look = {
  fontFamily: "var(--font)",
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--border)",
  "--normal-text": "var(--text)",
  "--border-radius": "var(--radius-m)",
} as CSSProperties;
const toastOptions = {
  actionButtonStyle: {
    height: "calc(var(--control) - 8px)",
    padding: "0 10px",
    borderRadius: "var(--radius-s)",
    background: "var(--accent)",
    color: "var(--on-accent)",
  },
} as const;
const icons = {
  success: <SuccessIcon aria-hidden size={18} className={styles.success} />,
  error: <ErrorIcon aria-hidden size={18} className={styles.error} />,
};

/** Given by `keep-toasts-free.ts`. */
const place = { left: "var(--toast-left, 16px)", bottom: "var(--toast-bottom, 16px)" };

/**
 * The library remembers where the focus came from, and returns it there when it leaves the toasts: Tab would lead from the
 * last toast back to the control before the first one, and never on. What it does not hear it does not remember.
 */
const keepFromLibrary = (event: FocusEvent) => event.stopPropagation();

/** Where toasts appear; rendered once, by the shell. */
export function Toaster() {
  const theme = useTheme();
  const [late, setLate] = useState<Late>();
  useEffect(() => {
    loadToasts().then(setLate, (error: unknown) => console.warn("Toasts can't be shown", error));
  }, []);
  useEffect(() => {
    if (late !== undefined) markToasterReady();
  }, [late]);
  if (late === undefined) return null;
  return (
    <div ref={late.keepToastsFree} className={styles.toasts} onFocusCapture={keepFromLibrary}>
      <late.Toaster
        theme={theme}
        position="bottom-left"
        offset={place}
        mobileOffset={{ bottom: place.bottom }}
        richColors={false}
        closeButton={false}
        icons={icons}
        toastOptions={toastOptions}
        style={look}
      />
    </div>
  );
}
