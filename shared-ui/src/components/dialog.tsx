import * as RadixDialog from "radix-ui/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { t } from "../texts/texts.ts";
import { Button, type ButtonProps, IconButton } from "./button.tsx";
import styles from "./floating.module.css";
import { CloseIcon } from "./icons.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Takes the focus after closing where the element that had it is gone (a removed row, for example). */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Radix returns the focus to a dialog's own trigger only, and these dialogs open without one. */
function useFocusReturn(focusAfter?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The heading of a screen that the dialog led to.
      if (document.activeElement !== document.body) return;
      const before = opener.current;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else focusAfter?.current?.focus({ preventScroll: true });
    },
  };
}

/** A modal dialog: it takes the focus, traps it, and returns it. */
export function Dialog({ children, ...dialog }: DialogProps) {
  return (
    <DialogFrame {...dialog}>
      {children}
      <RadixDialog.Close asChild>
        <IconButton label={t("Close")} className={styles.close}>
          <CloseIcon aria-hidden />
        </IconButton>
      </RadixDialog.Close>
    </DialogFrame>
  );
}

function DialogFrame({ open, onClose, title, description, children, focusAfter }: DialogProps) {
  const focus = useFocusReturn(focusAfter);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay} />
        <RadixDialog.Content
          className={styles.dialog}
          {...focus}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div>
            <RadixDialog.Title asChild>
              <h2>{title}</h2>
            </RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description asChild>
                <p>{description}</p>
              </RadixDialog.Description>
            )}
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface ConfirmDialogProps extends DialogProps {
  confirmVariant?: NonNullable<ButtonProps["variant"]>;
  busy?: boolean;
  /** What is to be read before is still being loaded. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation; the buttons are named Confirm and Cancel. */
export function ConfirmDialog({
  confirmVariant = "primary",
  busy = false,
  confirmDisabled = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <DialogFrame {...dialog}>
      {children}
      <div className={styles.actions}>
        <Button onClick={dialog.onClose} disabled={busy}>
          {t("Cancel")}
        </Button>
        <Button variant={confirmVariant} onClick={onConfirm} busy={busy} disabled={confirmDisabled}>
          {t("Confirm")}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** A pane that slides in from the side on screens without room for it. */
export function Drawer({ open, onClose, title, children }: Omit<DialogProps, "description" | "focusAfter">) {
  const focus = useFocusReturn();
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay} />
        <RadixDialog.Content className={styles.drawer} aria-describedby={undefined} {...focus}>
          <div className={styles.drawerHead}>
            <RadixDialog.Title asChild>
              <h2>{title}</h2>
            </RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label={t("Close")}>
                <CloseIcon aria-hidden />
              </IconButton>
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
