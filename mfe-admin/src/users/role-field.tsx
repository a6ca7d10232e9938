import { type Role, roleLabels } from "@souffleur/contracts";
import { roleHints } from "@souffleur/contracts/role-hints";
import { contractText, SelectField } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

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
      hint={contractText(roleHints[value])}
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
