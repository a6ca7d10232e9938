import {
  approvalEffect,
  type ApprovalEffect as Effect,
  type Role,
  roleLabels,
  type User,
} from "@souffleur/contracts";
import { call, contractText, Notice, SelectField, Skeleton } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { T, t } from "../texts/texts.ts";
import { fullName } from "./table/labels.ts";
import styles from "./users.module.css";

/** The effect of an approval: the first member of an organization becomes its administrator, others get the invited role. */
export function useApprovalEffect(callerId: string, userId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["approval", callerId, userId],
    queryFn: async ({ signal }) => (await call(approvalEffect, { params: { id: userId } }, signal)).data,
    enabled: isWanted,
    // Loaded each time: another approval may have created the organization.
    gcTime: 0,
  });
}

export type ExistingOrganization = Effect["organizations"][number];

function joins(organization: string, role: Role): string {
  return t("They join {organization} with the role {role}.", {
    organization,
    role: contractText(roleLabels[role]),
  });
}

interface ApprovalEffectProps {
  approval: ReturnType<typeof useApprovalEffect>;
  user: User;
  /** The chosen one, of a user who joins. */
  role: Role;
  /** The existing organization that a founder joins instead. */
  into: ExistingOrganization | undefined;
  onInto: (organization: ExistingOrganization | undefined) => void;
}

export function ApprovalEffect({
  approval: { data, error, isFetching, refetch },
  user,
  role,
  into,
  onInto,
}: ApprovalEffectProps) {
  const { organizationName, email } = user;
  if (data === undefined && error !== null) {
    return (
      <Notice kind="warning" action={{ label: t("Retry"), busy: isFetching, onPress: () => void refetch() }}>
        {t("Could not check the organization. If it is new, {name} becomes its administrator.", {
          name: fullName(user),
        })}
      </Notice>
    );
  }
  if (data === undefined) return <Skeleton height={82} />;
  if (!data.founds) return organizationName && <p>{joins(organizationName, role)}</p>;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const similar = [
    { label: t("Similar names"), names: data.similarNames },
    { label: t("Same email domain ({domain})", { domain }), names: data.sameDomain },
  ].filter(({ names }) => names.length > 0);
  return (
    <>
      {data.organizations.length > 0 && (
        <SelectField
          label={t("Organization")}
          value={into?.id ?? ""}
          onChange={({ target }) => onInto(data.organizations.find(({ id }) => id === target.value))}
        >
          <option value="">{t("A new organization")}</option>
          {data.organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {into === undefined ? (
        <Founding user={user} />
      ) : (
        <p>{`${joins(into.name, role)} ${t("Its administrators will get an email.")}`}</p>
      )}
      {similar.length === 0 ? (
        <p>{t("No other organization has a similar name or the same email domain.")}</p>
      ) : (
        <dl aria-label={t("Existing organizations")} className={styles.similar}>
          {similar.map(({ label, names }) => (
            <div key={label}>
              <dt>{label}</dt>
              {names.map((name) => (
                <dd key={name}>{name}</dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Founding({ user }: { user: User }) {
  return (
    <Notice kind="warning">
      <T
        text="<0/> is a new organization. <1/> becomes its administrator. This can't be undone by deactivating them: an organization's last administrator can't be deactivated."
        elements={[
          <strong key="organization">{user.organizationName}</strong>,
          <Fragment key="user">{fullName(user)}</Fragment>,
        ]}
      />
    </Notice>
  );
}
