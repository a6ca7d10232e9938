import { limits, roleLabels } from "@souffleur/contracts";
import type { StoredSingleSignOn } from "@souffleur/contracts/sso";
import { CheckboxField, contractText, SelectField, TextField } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./single-sign-on.module.css";
import { givenRoles, isOtherClient, needsTrust, type SsoForm } from "./sso-form.ts";

interface FieldsProps {
  form: SsoForm;
  change: (part: Partial<SsoForm>) => void;
  /** By the form's field. */
  errors: Readonly<Record<string, string>>;
}

type TextPart = "issuer" | "clientId" | "clientSecret" | "domains" | "roleClaim";

/** What a text field of this part of the form has in common with the others. */
function textProps({ form, change, errors }: FieldsProps, name: TextPart) {
  return {
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  };
}

export function ProviderFields({ stored, ...fields }: FieldsProps & { stored: StoredSingleSignOn }) {
  return (
    <>
      <dl className={styles.addresses}>
        <div>
          <dt>{t("Redirect address to enter there")}</dt>
          <dd>{stored.redirectAddress}</dd>
        </div>
        <div>
          <dt>{t("Back-channel logout address")}</dt>
          <dd>{stored.logoutAddress}</dd>
        </div>
        {stored.startAddress !== undefined && (
          <div>
            <dt>{t("Address for sign-ins that begin there")}</dt>
            <dd>{stored.startAddress}</dd>
          </div>
        )}
      </dl>
      <TextField
        label={t("Provider's address (issuer)")}
        type="url"
        hint={t("OpenID Connect, such as https://login.example.com")}
        {...textProps(fields, "issuer")}
      />
      <TextField
        label={t("Client ID")}
        hint={
          isOtherClient(fields.form, stored.sso)
            ? t(
                "Another client may know people by other identifiers. Once saved, each person is recognized by their address at the next sign-in, and then remembered. Deactivate accounts of people who have left first: someone else may have their address by now.",
              )
            : undefined
        }
        {...textProps(fields, "clientId")}
      />
      <TextField
        label={t("Client secret")}
        hint={stored.sso === null ? t("Never shown again.") : t("Stored. Empty keeps it.")}
        {...textProps(fields, "clientSecret")}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        label={t("Email domains")}
        hint={t("Separated by commas. A platform administrator confirms each.")}
        {...textProps(fields, "domains")}
      />
    </>
  );
}

interface PeopleProps extends FieldsProps {
  administrators: StoredSingleSignOn["administrators"];
}

export function PeopleFields({ form, change, errors, administrators }: PeopleProps) {
  return (
    <>
      <SelectField
        label={t("People who sign in for the first time")}
        hint={t("Their account is that of an agent, unless a role is given below.")}
        error={errors.firstComers}
        value={form.firstComers}
        onChange={(event) => change({ firstComers: event.target.value === "active" ? "active" : "waiting" })}
      >
        <option value="waiting">{t("wait for approval")}</option>
        <option value="active">{t("are let in")}</option>
      </SelectField>
      <SelectField
        label={t("Emergency account")}
        hint={t("This administrator can always sign in with a password.")}
        error={errors.emergencyUserId}
        value={form.emergencyUserId}
        onChange={(event) => change({ emergencyUserId: event.target.value })}
      >
        {administrators.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {`${name} · ${email}`}
          </option>
        ))}
      </SelectField>
      <div className={styles.wide}>
        <CheckboxField
          label={t("Trust this provider's addresses")}
          checked={form.trustsAddresses}
          onChange={(event) => change({ trustsAddresses: event.target.checked })}
        />
        <p className={styles.below} data-error={needsTrust(form.issuer) && !form.trustsAddresses}>
          {needsTrust(form.issuer) && !form.trustsAddresses
            ? t(
                "This provider does not say which addresses it has confirmed: without this, nobody new can sign in.",
              )
            : t(
                "Addresses of your confirmed domains then count unconfirmed. Only where nobody can choose their own address there.",
              )}
        </p>
      </div>
      <div className={styles.wide}>
        <CheckboxField
          label={t("Everybody else must sign in through the provider")}
          checked={form.demanded}
          onChange={(event) => change({ demanded: event.target.checked })}
        />
        <p className={styles.below} data-error={errors.demanded !== undefined}>
          {errors.demanded ??
            t("Other open sessions then end within {minutes} minutes.", {
              minutes: limits.accessTokenSeconds / 60,
            })}
        </p>
      </div>
    </>
  );
}

export function RoleFields(fields: FieldsProps) {
  const { form, change, errors } = fields;
  return (
    <>
      <TextField
        label={t("Claim that gives roles (optional)")}
        hint={t("Such as groups. Roles then follow it at each sign-in; administrators keep theirs.")}
        {...textProps(fields, "roleClaim")}
      />
      {form.roleClaim.trim() !== "" &&
        givenRoles.map((role) => (
          <TextField
            key={role}
            label={t("Values for {role}", { role: contractText(roleLabels[role]) })}
            hint={t("Separated by commas.")}
            error={role === "manager" ? errors.roles : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={form.roles[role]}
            onChange={(event) => change({ roles: { ...form.roles, [role]: event.target.value } })}
          />
        ))}
    </>
  );
}
