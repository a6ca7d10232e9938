import { registrationFields, renameOrganization as renameCall } from "@souffleur/contracts";
import {
  Button,
  Card,
  call,
  contractText,
  renameOrganization,
  TextField,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { t } from "../texts/texts.ts";
import { adminKeys } from "../users/admin-queries.ts";
import { fieldFailure, toastFailure } from "../users/failure-text.ts";
import styles from "./settings.module.css";

/** The name of the caller's organization. A platform administrator has none. */
export function OrganizationCard({ callerId }: { callerId: string }) {
  const { organization } = useSession();
  // Another administrator's new name replaces what was typed for the former one.
  return organization && <NameForm key={organization.name} callerId={callerId} current={organization.name} />;
}

function NameForm({ callerId, current }: { callerId: string; current: string }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useKeptState(`souffleur.organization-name.${callerId}`, current);
  const [error, setError] = useState<string>();
  const mutation = useMutation({
    mutationFn: (name: string) => call(renameCall, { body: { name, from: current } }),
    onSuccess: ({ data }) => {
      toast.success(t("Organization renamed."));
      renameOrganization(data.organization);
      void queryClient.invalidateQueries({ queryKey: adminKeys(callerId).everything });
    },
    onError: (failure) => {
      const refused = fieldFailure(failure, "The organization could not be renamed.");
      if (refused) setError(refused.text);
      else toastFailure(failure, "The organization could not be renamed.");
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = registrationFields.organizationName.safeParse(typed);
    setError(read.error && contractText(read.error.issues[0]?.message ?? ""));
    if (read.success && read.data !== current && !mutation.isPending) mutation.mutate(read.data);
  };
  return (
    <Card title={t("Organization")}>
      <form noValidate className={styles.fields} onSubmit={save}>
        <TextField
          label={t("Organization name")}
          hint={t("Shown to everyone in it. People who register by a former name still join it.")}
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          className={styles.button}
          busy={mutation.isPending}
          // Without a difference in what the server would store.
          disabled={registrationFields.organizationName.safeParse(typed).data === current}
        >
          {t("Rename")}
        </Button>
      </form>
    </Card>
  );
}
