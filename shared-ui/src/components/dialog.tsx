import * as RadixDialog from "radix-ui/dialog";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useBlocker } from "react-router-dom";
import { inElement } from "../language/in-element.tsx";
import { t } from "../texts/texts.ts";
import { Button, type ButtonProps, IconButton } from "./button.tsx";
import styles from "./floating.module.css";
import { CloseIcon } from "./icons.ts";
import { Notice } from "./notice.tsx";

interface DialogProps {
  open?: boolean;
  /** Keeps the dialog open. */
  busy?: boolean;
  /** Whether a press beside it closes it, by which what is typed in it, or shown once, would be lost. */
  closesBeside?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Gets the focus after closing if the element that had it is gone, such as a removed row. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Radix returns the focus only to a dialog's own trigger, and these dialogs have none. */
function useFocusReturn(focusAfter?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The dialog may have opened another screen, whose heading has the focus.
      if (document.activeElement !== document.body) return;
      const before = opener.current;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else focusAfter?.current?.focus({ preventScroll: true });
    },
  };
}

/** A modal dialog: it takes the focus, traps it and returns it. */
export function Dialog({ children, ...dialog }: DialogProps) {
  return (
    <DialogFrame {...dialog}>
      {inElement(children)}
      <CloseButton className={styles.close} disabled={dialog.busy} />
    </DialogFrame>
  );
}

function CloseButton(props: Pick<ButtonProps, "className" | "disabled">) {
  return (
    <RadixDialog.Close asChild>
      <IconButton label={t("Close")} {...props}>
        <CloseIcon aria-hidden />
      </IconButton>
    </RadixDialog.Close>
  );
}

type ModalProps = Pick<DialogProps, "open" | "busy" | "closesBeside" | "onClose" | "focusAfter"> & {
  className: string | undefined;
  isDescribed: boolean;
  children: ReactNode;
};

function Modal({
  open = true,
  busy = false,
  closesBeside = false,
  onClose,
  focusAfter,
  className,
  isDescribed,
  children,
}: ModalProps) {
  // What is typed is lost by Escape, or the browser's Back, only when that is repeated.
  const [typed, setTyped] = useState<"typed" | "asked">();
  const focus = useFocusReturn(focusAfter);
  const close = () => {
    setTyped(undefined);
    onClose();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && !busy && close()}>
      <RadixDialog.Portal>
        {/* Of a dialog that stays, the field that has the focus keeps it. */}
        <RadixDialog.Overlay className={styles.overlay} onMouseDown={(event) => event.preventDefault()} />
        <RadixDialog.Content
          className={className}
          {...focus}
          onPointerDownOutside={(event) => !closesBeside && event.preventDefault()}
          // In contrast to a choice, or a file, which is chosen again at once, typing has an input event of its own.
          onInput={({ nativeEvent }) =>
            !closesBeside && nativeEvent instanceof InputEvent && setTyped("typed")
          }
          onEscapeKeyDown={(event) => {
            if (typed !== "typed" || busy) return;
            event.preventDefault();
            setTyped("asked");
          }}
          {...(!isDescribed && { "aria-describedby": undefined })}
        >
          {inElement(children)}
          {typed === "typed" && !busy && <BackStop onBack={() => setTyped("asked")} />}
          {typed === "asked" && (
            <div className={styles.asked}>
              <Notice kind="warning">{t("Close again to discard what you typed.")}</Notice>
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Refuses the browser's Back; whatever else navigates, such as a saved form, is not stopped. */
function BackStop({ onBack }: { onBack: () => void }) {
  useBlocker(({ historyAction }) => {
    const isBack = historyAction === "POP";
    if (isBack) onBack();
    return isBack;
  });
  return null;
}

function DialogFrame({ title, description, children, ...modal }: DialogProps) {
  return (
    <Modal className={styles.dialog} isDescribed={description !== undefined} {...modal}>
      <div className={styles.body}>
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
        {inElement(children)}
      </div>
    </Modal>
  );
}

interface ConfirmDialogProps extends DialogProps {
  /** What the button does, as a verb; by default Confirm, as the specification names it for decisions on users. */
  confirmText?: string;
  confirmVariant?: NonNullable<ButtonProps["variant"]>;
  /** For a dialog whose content is still being loaded. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation. */
export function ConfirmDialog({
  confirmText = t("Confirm"),
  confirmVariant = "primary",
  confirmDisabled = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <DialogFrame {...dialog}>
      {inElement(children)}
      <div className={styles.actions}>
        <Button onClick={dialog.onClose} disabled={dialog.busy}>
          {t("Cancel")}
        </Button>
        <Button variant={confirmVariant} onClick={onConfirm} busy={dialog.busy} disabled={confirmDisabled}>
          {confirmText}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** A pane that slides in from the side on screens without room for it. */
export function Drawer({ title, children, ...modal }: Omit<DialogProps, "description" | "focusAfter">) {
  return (
    <Modal className={styles.drawer} closesBeside isDescribed={false} {...modal}>
      <div className={styles.drawerHead}>
        <RadixDialog.Title asChild>
          <h2>{title}</h2>
        </RadixDialog.Title>
        <CloseButton />
      </div>
      {inElement(children)}
    </Modal>
  );
}
