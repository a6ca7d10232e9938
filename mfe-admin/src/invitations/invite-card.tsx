import { limits, type Role, rolesGivenBy, type User } from "@souffleur/contracts";
import { AddressList } from "@souffleur/contracts/invitations";
import { Button, Card, contractText, RequestError, TextAreaField } from "@souffleur/shared-ui";
import { useOverReload } from "@souffleur/shared-ui/saving";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText } from "../users/failure-text.ts";
import { RoleField } from "../users/role-field.tsx";
import styles from "./invitations.module.css";
import { useSendInvitations } from "./use-invitations.ts";

/** Wrong addresses that are named; the others after them would fill the screen. */
const namedMax = 8;

/** Invites one address or a pasted list. Wrong addresses are named with their lines, and then none is invited. */
export function InviteCard({ caller }: { caller: User }) {
  const [addresses, setAddresses] = useState("");
  const [role, setRole] = useState<Role>("agent");
  const [problems, setProblems] = useState<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const { sending, proof } = useSendInvitations(caller.id);
  useOverReload(
    `souffleur.invitations.${caller.id}`,
    () => (addresses === "" ? undefined : { addresses, role }),
    (kept) => {
      const { addresses = "", role } = kept as { addresses?: string; role?: Role };
      setAddresses(addresses);
      setRole(rolesGivenBy(caller.role).find((one) => one === role) ?? "agent");
    },
  );

  const refuse = (messages: readonly string[]) => {
    setProblems(messages);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const { error } = AddressList.safeParse(addresses);
    if (error) return refuse(error.issues.map(({ message }) => contractText(message)));
    setProblems([]);
    try {
      if ((await sending.mutateAsync({ addresses, role })) === undefined) return;
      setAddresses("");
      field.current?.focus();
    } catch (failure) {
      if (!endsSession(failure)) refuse(problemsOf(failure));
    }
  };

  const named = problems.slice(0, namedMax);
  const others = problems.length - named.length;
  const more = others > 0 ? [t("And {count} more.", { count: others })] : [];
  return (
    <Card title={t("Invite people")}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextAreaField
          ref={field}
          className={styles.addresses}
          label={t("Email addresses")}
          hint={t("One or more, separated by lines, commas or semicolons.")}
          error={problems.length > 0 ? [...named, ...more].join("\n") : undefined}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={limits.addressListMax}
          value={addresses}
          onChange={(event) => {
            setAddresses(event.target.value);
            setProblems([]);
          }}
        />
        <RoleField
          className={styles.role}
          roles={rolesGivenBy(caller.role)}
          value={role}
          onChange={setRole}
        />
        <Button type="submit" variant="primary" className={styles.send} busy={sending.isPending}>
          {t("Send invitations")}
        </Button>
      </form>
      {proof}
    </Card>
  );
}

/** What the server says of the addresses, each with its line; otherwise of the whole. */
function problemsOf(failure: unknown): string[] {
  const fields = failure instanceof RequestError ? Object.entries(failure.fields) : [];
  const ofAddresses = fields.filter(([name]) => name.startsWith("addresses")).map(([, message]) => message);
  if (ofAddresses.length > 0) return ofAddresses;
  return [ownFailureText(failure, "The invitations could not be sent.", "Please check your connection.")];
}
