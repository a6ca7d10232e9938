import {
  Button,
  type ButtonProps,
  IconButton,
  MailIcon,
  Menu,
  MenuItem,
  MoreIcon,
  ShieldIcon,
  UserIcon,
} from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import type { Action, RowAction } from "./permissions.ts";

const buttons: Record<RowAction, { label: Text; variant: NonNullable<ButtonProps["variant"]> }> = {
  approve: { label: "Approve", variant: "success" },
  reject: { label: "Reject", variant: "danger" },
  deactivate: { label: "Deactivate", variant: "secondary" },
  reactivate: { label: "Reactivate", variant: "success" },
};

interface RowActionsProps {
  actions: readonly RowAction[];
  mayRecover: boolean;
  mayRepeatMail: boolean;
  /** The id of the element with the user's name: the buttons have the same labels in every row. */
  nameId: string;
  onAction: (action: Action) => void;
}

export function RowActions({ actions, mayRecover, mayRepeatMail, nameId, onAction }: RowActionsProps) {
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          small
          variant={buttons[action].variant}
          aria-describedby={nameId}
          onClick={() => onAction(action)}
        >
          {t(buttons[action].label)}
        </Button>
      ))}
      {(mayRecover || mayRepeatMail) && (
        <Menu
          trigger={
            <IconButton small label={t("More actions")} aria-describedby={nameId}>
              <MoreIcon aria-hidden />
            </IconButton>
          }
        >
          {mayRepeatMail && (
            <MenuItem icon={<MailIcon aria-hidden />} onSelect={() => onAction("sendMailAgain")}>
              {t("Send the email again")}
            </MenuItem>
          )}
          {mayRecover && (
            <>
              <MenuItem icon={<MailIcon aria-hidden />} onSelect={() => onAction("sendPasswordLink")}>
                {t("Send a password link")}
              </MenuItem>
              <MenuItem icon={<ShieldIcon aria-hidden />} onSelect={() => onAction("resetPasskeys")}>
                {t("Remove lost passkeys")}
              </MenuItem>
              <MenuItem icon={<UserIcon aria-hidden />} onSelect={() => onAction("forgetSignIn")}>
                {t("Forget the sign-in")}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </>
  );
}
