import { limits } from "@souffleur/contracts";

interface ToastOptions {
  /** A toast replaces the one with the same id. */
  id?: string;
  /** Stays until another toast replaces it. */
  lasting?: boolean;
  action?: { label: string; onPress: () => void };
}

let resolveReady: () => void;
/** Toasts requested before the toaster is mounted wait for it. */
const toasterReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

export function loadToasts() {
  return import("./late-toasts.ts");
}

/** Called by the toaster once it is mounted. */
export function markToasterReady(): void {
  resolveReady();
}

async function show(
  kind: "success" | "error" | "message",
  text: string,
  { id, lasting = false, action }: ToastOptions = {},
): Promise<void> {
  await toasterReady;
  const { toast: sonner } = await loadToasts();
  sonner[kind](text, {
    duration: lasting ? Number.POSITIVE_INFINITY : limits.adminToastMs,
    // Undefined removes the action of a toast that is replaced.
    action: action && { label: action.label, onClick: action.onPress },
    ...(id !== undefined && { id }),
  });
}

async function dismiss(id: string): Promise<void> {
  await toasterReady;
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
