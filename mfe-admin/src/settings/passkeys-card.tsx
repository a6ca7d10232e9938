import {
  type PasskeyDemand,
  passkeyDemands,
  readPasskeyDemand,
  type StoredDemand,
  savePasskeyDemand,
} from "@souffleur/contracts/passkeys";
import {
  Button,
  Card,
  call,
  formatShortDate,
  RequestError,
  SelectField,
  toast,
  useAwaited,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { NotLoaded } from "../not-loaded.tsx";
import { type Text, t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { toastFailure } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";
import styles from "./settings.module.css";

const labels: Record<PasskeyDemand, Text> = {
  nobody: "Nobody",
  administrators: "Administrators and managers",
  everybody: "Everybody",
};

/** Of whom the organization demands a passkey. */
export function PasskeysCard({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "passkeys"];
  const query = useEndpoint(key, readPasskeyDemand);
  const { data, isPending, isLoadingError, refetch } = query;
  useAwaited(isPending);
  const [draft, setDraft] = useKeptState<PasskeyDemand | undefined>(
    `souffleur.passkey-demand.${callerId}`,
    undefined,
  );
  const { withProof, dialog } = useProof(t("Passkeys protect the accounts of your organization."));
  const mutation = useMutation({
    mutationFn: (demandedOf: PasskeyDemand) =>
      withProof(() => call(savePasskeyDemand, { body: { demandedOf, from: data?.demandedOf } })),
    onSuccess: (answer) => {
      if (answer === undefined) return;
      queryClient.setQueryData(key, answer.data);
      setDraft(undefined);
      toast.success(t("Settings saved."));
    },
    onError: (failure) => {
      toastFailure(failure, "The settings could not be saved.");
      // Another administrator has changed it, or the caller's passkey is gone: that is shown.
      if (failure instanceof RequestError && failure.status === 409) void refetch();
    },
  });
  if (isLoadingError) {
    return (
      <Card title={t("Passkeys")}>
        <NotLoaded query={query} text="The settings could not be loaded." height={48} />
      </Card>
    );
  }
  const shown = draft ?? data?.demandedOf ?? "nobody";
  const isPossible = data !== undefined && (data.hasPasskey || shown === "nobody");
  return (
    <Card title={t("Passkeys")}>
      <div className={styles.fields}>
        <SelectField
          label={t("Require a passkey of")}
          hint={hintOf(data)}
          disabled={data === undefined}
          value={shown}
          onChange={(event) => setDraft(passkeyDemands.find((one) => one === event.target.value))}
        >
          {passkeyDemands.map((one) => (
            <option key={one} value={one}>
              {t(labels[one])}
            </option>
          ))}
        </SelectField>
        <Button
          variant="primary"
          className={styles.button}
          disabled={!isPossible || shown === data?.demandedOf}
          busy={mutation.isPending}
          onClick={() => mutation.mutate(shown)}
        >
          {t("Save")}
        </Button>
      </div>
      {data?.hasPasskey === false && (
        <p className={styles.note}>
          <span>{t("To require passkeys of others, add one to your own account first.")}</span>
          <span> </span>
          <Link to="/profile">{t("Open profile")}</Link>
        </p>
      )}
      {dialog}
    </Card>
  );
}

/** When the demand starts, or what it does. */
function hintOf(data: StoredDemand | undefined): string {
  const { administratorsFrom, everybodyFrom } = data ?? {};
  if (everybodyFrom !== undefined && everybodyFrom !== administratorsFrom)
    return t("Administrators and managers from {administrators}, everybody from {everybody}.", {
      administrators: formatShortDate(administratorsFrom ?? everybodyFrom),
      everybody: formatShortDate(everybodyFrom),
    });
  if (administratorsFrom !== undefined)
    return t("Needed from {date}.", { date: formatShortDate(administratorsFrom) });
  return t("After a week, signing in without one only lets people add it.");
}
