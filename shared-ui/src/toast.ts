import { limits } from "@souffleur/contracts";

interface ToastOptions {
  /** A toast takes the place of the one with the same id, so that the same thing isn't said twice. */
  id?: string;
  /** Stays until another one takes its place. */
  lasting?: boolean;
  action?: { label: string; onPress: () => void };
}

let stand: () => void;
/** Toasts that are shown before their place is there wait for it. */
const shown = new Promise<void>((resolve) => {
  stand = resolve;
});

/** The library comes after the first paint, which shows no toast. */
export function loadToasts() {
  return import("sonner");
}

/** Says that toasts can be seen from now on. */
export function toastsStand(): void {
  stand();
}

async function show(
  kind: "success" | "error" | "message",
  text: string,
  { id, lasting = false, action }: ToastOptions = {},
): Promise<void> {
  await shown;
  const { toast: sonner } = await loadToasts();
  sonner[kind](text, {
    duration: lasting ? Number.POSITIVE_INFINITY : limits.adminToastMs,
    // What took its place has its own action, or none.
    action: action && { label: action.label, onClick: action.onPress },
    ...(id !== undefined && { id }),
  });
}

async function dismiss(id: string): Promise<void> {
  await shown;
  const { toast: sonner } = await loadToasts();
  sonner.dismiss(id);
}

/** Short messages over the page, four seconds each. */
export const toast = {
  success: (text: string, options?: ToastOptions) => void show("success", text, options),
  error: (text: string, options?: ToastOptions) => void show("error", text, options),
  info: (text: string, options?: ToastOptions) => void show("message", text, options),
  dismiss: (id: string) => void dismiss(id),
};
