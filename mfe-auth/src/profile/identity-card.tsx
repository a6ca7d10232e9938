import { Profile, saveProfile, type User } from "@souffleur/contracts";
import { Button, Card, call, language, TextField, toast, updateUser } from "@souffleur/shared-ui";
import type { WithProof } from "@souffleur/shared-ui/proof";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { NameFields } from "../register/account-fields.tsx";
import { formatFrenchPhone } from "../register/format-french-phone.ts";
import { formatPhoneInput } from "../register/format-input.ts";
import { failureOf } from "../register/registration-form.ts";
import { useCheckedForm } from "../register/use-checked-form.ts";
import { useKeptFields } from "../register/use-kept-fields.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

interface Values {
  firstName: string;
  lastName: string;
  phone: string;
}

const names = ["firstName", "lastName", "phone"] as const;

const valuesOf = ({ firstName, lastName, phone = "" }: User): Values => ({
  firstName,
  lastName,
  // Stored in one notation for all countries.
  phone: language === "fr" ? formatFrenchPhone(phone) : phone,
});

interface IdentityCardProps {
  user: User;
  withProof: WithProof;
  /** The user's passkeys show the name, too. */
  onSaved: () => Promise<void>;
}

/** Name and telephone number. */
export function IdentityCard({ user, withProof, onSaved }: IdentityCardProps) {
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<Values>(Profile, valuesOf(user));
  const { form, cancelChecks, showRefused, textField } = checked;
  useKeptFields(`souffleur.profile.${user.id}`, form, names);

  const submit = form.handleSubmit((values) =>
    runOnce(async () => {
      cancelChecks();
      try {
        const answer = await withProof(() => call(saveProfile, { body: values }));
        if (answer === undefined) return;
        updateUser(answer.data.user);
        form.reset(valuesOf(answer.data.user));
        toast.success(t("Profile saved."));
        void onSaved();
      } catch (error) {
        const { fields, text } = failureOf(error, values);
        showRefused(fields);
        if (fields.length === 0) toast.error(text);
      }
    }),
  );
  return (
    <Card title={t("Name and telephone")}>
      <form className={styles.form} onSubmit={(event) => void checked.submitting(submit)(event)} noValidate>
        <NameFields first={textField("firstName")} last={textField("lastName")} />
        <TextField
          label={t("Phone (optional)")}
          type="tel"
          autoComplete="tel"
          {...textField("phone", formatPhoneInput)}
        />
        <Button type="submit" variant="primary" className={styles.button} busy={busy}>
          {t("Save")}
        </Button>
      </form>
    </Card>
  );
}
