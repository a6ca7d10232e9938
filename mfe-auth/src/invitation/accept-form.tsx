import {
  acceptInvitation,
  InvitationForm,
  type InvitationFormInput,
  labelOf,
  limits,
  roleLabels,
} from "@souffleur/contracts";
import { Button, contractText, request, screenTexts, TextField } from "@souffleur/shared-ui";
import { useNavigate } from "react-router-dom";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import { Notices } from "../layout/notices.tsx";
import type { SignInState } from "../layout/sign-in-state.ts";
import { useDelayed } from "../layout/use-delayed.ts";
import { ConsentField, NameFields, NewPasswordFields } from "../register/account-fields.tsx";
import { useAccountForm } from "../register/use-account-form.ts";
import { t } from "../texts/texts.ts";
import type { LoadedInvitation } from "./use-invitation.ts";

type Values = Omit<InvitationFormInput, "terms"> & { terms: boolean };
const empty: Values = { firstName: "", lastName: "", password: "", confirmPassword: "", terms: false };

interface AcceptFormProps {
  invitation: Extract<LoadedInvitation, { state: "open" }>;
  /** The link is no longer valid. */
  onRefused: (error: unknown) => void;
}

/** Asks for name and password; the address is the invited one. */
export function AcceptForm({ invitation: { token, offered }, onRefused }: AcceptFormProps) {
  const navigate = useNavigate();
  const { email, organizationName: organization, invitedBy, role } = offered;
  const { form, busy, isDone, notice, dismissNotice, submit, textField, choiceField } =
    useAccountForm<Values>({
      schema: InvitationForm,
      empty,
      async send({ firstName, lastName, password }) {
        await request(acceptInvitation, { body: { token, firstName, lastName, password } });
        return screenTexts.invitation.accepted;
      },
      onLinkRefused: onRefused,
    });
  useDelayed(isDone, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(screenTexts.invitation.accepted)}`, {
      replace: true,
      state: { email } satisfies SignInState,
    }),
  );

  return (
    <AuthPage
      title={t("Join {organization}", { organization })}
      subtitle={t("{sender} invites you. Your role: {role}.", {
        sender: invitedBy,
        role: contractText(labelOf(roleLabels, role)),
      })}
      notice={notice && <Notices notices={[notice]} dismissAfter={undefined} onDismiss={dismissNotice} />}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t("Email")} type="email" autoComplete="username" readOnly value={email} />
        <NameFields first={textField("firstName")} last={textField("lastName")} />
        <NewPasswordFields
          password={textField("password")}
          confirmation={textField("confirmPassword")}
          typed={form.watch("password")}
        />
        <ConsentField {...choiceField("terms")} />
        <Button type="submit" variant="primary" wide busy={busy} disabled={isDone}>
          {t("Create Account")}
        </Button>
      </form>
    </AuthPage>
  );
}
