import { SingleSignOnInput, type StoredSingleSignOn } from "@souffleur/contracts/sso";
import { Button, Card, ConfirmDialog } from "@souffleur/shared-ui";
import { useOverReload } from "@souffleur/shared-ui/saving";
import { type FormEvent, useState } from "react";
import { fieldMessages } from "../field-messages.ts";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import { DomainState } from "./domain-state.tsx";
import { LastFailure } from "./last-failure.tsx";
import styles from "./single-sign-on.module.css";
import { PeopleFields, ProviderFields, RoleFields } from "./sso-fields.tsx";
import { formField, formOf, inputOf, type SsoForm } from "./sso-form.ts";
import { useSso } from "./use-sso.ts";

/** The identity provider of the caller's organization. */
export default function SsoCard({ callerId }: { callerId: string }) {
  const sso = useSso(callerId);
  const { data } = sso.query;
  return (
    <Card title={t("Single sign-on")}>
      {data === undefined ? (
        <NotLoaded query={sso.query} text="The settings could not be loaded." height={320} />
      ) : (
        // What another administrator has saved replaces what was typed.
        <Settings key={data.revision} stored={data} callerId={callerId} {...sso} />
      )}
    </Card>
  );
}

type SettingsProps = Omit<ReturnType<typeof useSso>, "query"> & {
  stored: StoredSingleSignOn;
  callerId: string;
};

function Settings({ stored, callerId, save, remove, isBusy, proof, error }: SettingsProps) {
  const [form, setForm] = useState(() => formOf(stored, callerId));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [isRemoving, setIsRemoving] = useState(false);
  const change = (part: Partial<SsoForm>) => setForm({ ...form, ...part });
  useOverReload(
    `souffleur.sso.${callerId}.${stored.revision}`,
    () => {
      // A secret is not kept.
      const typed = { ...form, clientSecret: "" };
      return JSON.stringify(typed) === JSON.stringify(formOf(stored, callerId)) ? undefined : typed;
    },
    change,
  );
  const errors = error === undefined ? wrong : { ...wrong, [formField(error.field)]: error.text };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = inputOf(form, stored.revision);
    const read = SingleSignOnInput.safeParse(input);
    setWrong(fieldMessages(read.error));
    if (read.success && !isBusy) save(input);
  };
  const fields = { form, change, errors };
  return (
    <>
      <p className={styles.intro}>
        {t("People with an email address of your domains sign in through your identity provider.")}
      </p>
      <form noValidate className={styles.form} onSubmit={submit}>
        <ProviderFields {...fields} stored={stored} />
        <Domains stored={stored} />
        <LastFailure lastFailure={stored.lastFailure} />
        <PeopleFields {...fields} administrators={stored.administrators} />
        <RoleFields {...fields} />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("Save provider")}
          </Button>
          {stored.sso && (
            <Button variant="danger" onClick={() => setIsRemoving(true)}>
              {t("Remove")}
            </Button>
          )}
        </div>
      </form>
      {isRemoving && (
        <ConfirmDialog
          title={t("Remove single sign-on?")}
          description={t(
            "People signed in through the provider are signed out. Everybody signs in with a password again, and people without one need a password link. The domains must be confirmed anew later.",
          )}
          confirmText={t("Remove")}
          confirmVariant="danger"
          busy={isBusy}
          onConfirm={() => {
            setIsRemoving(false);
            remove();
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
      {proof}
    </>
  );
}

/** The stored domains, which a platform administrator confirms. */
function Domains({ stored: { sso } }: { stored: StoredSingleSignOn }) {
  if (sso === null) return null;
  return (
    <ul className={styles.domains} aria-label={t("Domains")}>
      {sso.domains.map(({ name, unicode, state }) => (
        <li key={name}>
          <span>{unicode ?? name}</span>
          <DomainState state={state} />
        </li>
      ))}
    </ul>
  );
}
