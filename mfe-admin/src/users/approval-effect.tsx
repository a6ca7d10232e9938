import { approvalEffect, type User } from "@souffleur/contracts";
import { call, Notice, Skeleton } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { fullName } from "./labels.ts";
import styles from "./users.module.css";

/** What an approval does, for a platform's administrator: the first member of an organization becomes its own. */
export function useApprovalEffect(callerId: string, userId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["approval", callerId, userId],
    queryFn: async ({ signal }) => (await call(approvalEffect, { params: { id: userId } }, signal)).data,
    enabled: isWanted,
    // Each time it is asked, since approvals found organizations.
    gcTime: 0,
  });
}

interface ApprovalEffectProps {
  approval: ReturnType<typeof useApprovalEffect>;
  user: User;
}

export function ApprovalEffect({
  approval: { data, error, isFetching, refetch },
  user,
}: ApprovalEffectProps) {
  const { organizationName, email } = user;
  if (data === undefined && error !== null) {
    return (
      <Notice kind="warning" action={{ label: "Retry", busy: isFetching, onPress: () => void refetch() }}>
        Could not check the organization. If it is new, {fullName(user)} becomes its administrator.
      </Notice>
    );
  }
  if (data === undefined) return <Skeleton height={82} />;
  if (!data.founds) return organizationName && <p>They join {organizationName} as an agent.</p>;
  const alike = [
    { label: "Similar names", names: data.similarNames },
    { label: `Same email domain (${email.slice(email.lastIndexOf("@") + 1)})`, names: data.sameDomain },
  ].filter(({ names }) => names.length > 0);
  return (
    <>
      <Notice kind="warning">
        <strong>{organizationName}</strong> is a new organization. {fullName(user)} becomes its administrator.
        This can't be undone by deactivating them: an organization's last administrator can't be deactivated.
      </Notice>
      {alike.length === 0 ? (
        <p>No other organization has a similar name or the same email domain.</p>
      ) : (
        <dl aria-label="Existing organizations" className={styles.alike}>
          {alike.map(({ label, names }) => (
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
