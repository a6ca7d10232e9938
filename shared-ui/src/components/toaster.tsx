import { type CSSProperties, useEffect, useState } from "react";
import { ErrorIcon, SuccessIcon } from "../icons.ts";
import { useTheme } from "../theme.ts";
import { loadToasts, toastsStand } from "../toast.ts";
import styles from "./toaster.module.css";

type Sonner = Awaited<ReturnType<typeof loadToasts>>["Toaster"];

/** The library's own variables, in our colours. */
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

/** Clear of what a screen pins to the foot of a phone: a toast must not lie on the one way to end a call. */
const aboveFoot = { bottom: 80 };

/** Where toasts appear; stands once, in the shell. */
export function Toaster() {
  const theme = useTheme();
  const [Place, setPlace] = useState<Sonner>();
  useEffect(() => {
    loadToasts().then(
      ({ Toaster: Loaded }) => setPlace(() => Loaded),
      (error: unknown) => console.warn("Toasts can't be shown", error),
    );
  }, []);
  useEffect(() => {
    if (Place !== undefined) toastsStand();
  }, [Place]);
  if (Place === undefined) return null;
  return (
    <Place
      theme={theme}
      position="bottom-right"
      mobileOffset={aboveFoot}
      richColors={false}
      closeButton={false}
      icons={icons}
      toastOptions={toastOptions}
      style={look}
    />
  );
}
