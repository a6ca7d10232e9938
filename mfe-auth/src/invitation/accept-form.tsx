import {
  acceptInvitation,
  InvitationForm,
  type InvitationFormInput,
  limits,
  roleLabels,
} from "@souffleur/contracts";
import { Button, contractText, Notice, request, screenTexts, TextField } from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PageNotice } from "../layout/address-notices.ts";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import type { SignInState } from "../layout/sign-in-state.ts";
import { useDelayed } from "../layout/use-delayed.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { ConsentField, NameFields, NewPasswordFields } from "../register/account-fields.tsx";
import { failureOf } from "../register/registration-form.ts";
import { useCheckedForm } from "../register/use-checked-form.ts";
import { t } from "../texts/texts.ts";
import { isLinkRefused, type LoadedInvitation } from "./use-invitation.ts";

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
  const [notice, setNotice] = useState<PageNotice>();
  const [isDone, setIsDone] = useState(false);
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<Values>(InvitationForm, empty);
  const { form, cancelChecks, showRefused, textField, choiceField } = checked;
  const { email, organizationName: organization, invitedBy, role } = offered;
  useDelayed(isDone, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(screenTexts.invitation.accepted)}`, {
      replace: true,
      state: { email } satisfies SignInState,
    }),
  );

  const submit = form.handleSubmit(
    ({ firstName, lastName, password }) =>
      runOnce(async () => {
        cancelChecks();
        setNotice(undefined);
        try {
          await request(acceptInvitation, { body: { token, firstName, lastName, password } });
          form.reset(empty);
          setIsDone(true);
          setNotice({ kind: "success", text: screenTexts.invitation.accepted });
        } catch (error) {
          if (isLinkRefused(error)) return onRefused(error);
          const { fields, text } = failureOf(error, empty);
          showRefused(fields);
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      cancelChecks();
      setNotice({ kind: "error", text: screenTexts.registration.invalid });
    },
  );

  return (
    <AuthPage
      title={t("Join {organization}", { organization })}
      subtitle={t("{sender} invites you. Your role: {role}.", {
        sender: invitedBy,
        role: contractText(roleLabels[role]),
      })}
      notice={
        notice && (
          <Notice kind={notice.kind} onDismiss={() => setNotice(undefined)}>
            {notice.text}
          </Notice>
        )
      }
    >
      <form className={styles.form} onSubmit={(event) => void checked.submitting(submit)(event)} noValidate>
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
