import { type Role, roleLabels } from "@souffleur/contracts";
import { contractText, SelectField } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";

/** What a role may do, below the choice of it. */
const hints: Record<Role, Text> = {
  admin: "Manages everything: people, calls, settings and data.",
  manager: "Manages people, sees and exports all calls.",
  supervisor: "Sees all calls, whispers and helps.",
  analyst: "Sees and exports all calls.",
  agent: "Takes calls and sees only their own.",
};

interface RoleFieldProps {
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
  className?: string | undefined;
}

export function RoleField({ roles, value, onChange, className }: RoleFieldProps) {
  return (
    <SelectField
      className={className}
      label={t("Role")}
      hint={t(hints[value])}
      value={value}
      onChange={(event) => onChange(roles.find((role) => role === event.target.value) ?? value)}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {contractText(roleLabels[role])}
        </option>
      ))}
    </SelectField>
  );
}
