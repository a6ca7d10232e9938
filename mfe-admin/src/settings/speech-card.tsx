import { type RecognizerId, recognizerNames, sttLanguage } from "@souffleur/contracts";
import { saveVendorSpeech } from "@souffleur/contracts/heard-text";
import {
  Button,
  Card,
  call,
  contractText,
  RequestError,
  SelectField,
  toast,
  useAwaited,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { toastFailure } from "../users/failure-text.ts";
import styles from "./settings.module.css";

/** What hears the organization's calls, and whether browsers may send their sound to their vendor. */
export function SpeechCard({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "speech"];
  const query = useEndpoint(key, sttLanguage);
  const { data, isPending, isLoadingError, refetch } = query;
  useAwaited(isPending);
  const [draft, setDraft] = useKeptState<boolean | undefined>(
    `souffleur.vendor-speech.${callerId}`,
    undefined,
  );
  const mutation = useMutation({
    mutationFn: (isAllowed: boolean) =>
      call(saveVendorSpeech, { body: { isAllowed, from: data?.vendorSpeech === true } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(key, data && { ...data, ...answer.data });
      setDraft(undefined);
      toast.success(t("Settings saved."));
    },
    onError: (failure) => {
      toastFailure(failure, "The settings could not be saved.");
      // Another administrator has changed it: that is shown.
      if (!(failure instanceof RequestError && failure.status === 409)) return;
      setDraft(undefined);
      void refetch();
    },
  });
  if (isLoadingError) {
    return (
      <Card title={t("Speech recognition")}>
        <NotLoaded query={query} text="The settings could not be loaded." height={96} />
      </Card>
    );
  }
  const current = data?.vendorSpeech === true;
  const shown = draft ?? current;
  return (
    <Card title={t("Speech recognition")}>
      <p className={styles.note}>{data === undefined ? "" : heardBy(data)}</p>
      <div className={styles.fields}>
        <SelectField
          label={t("Browsers that send the sound to their vendor")}
          hint={t(
            "They are used only where no recognizer is configured and the browser can't recognize speech on the device. The call says so.",
          )}
          disabled={data === undefined}
          value={shown ? "allowed" : "forbidden"}
          onChange={({ target }) => setDraft(target.value === "allowed")}
        >
          <option value="forbidden">{t("Not allowed")}</option>
          <option value="allowed">{t("Allowed")}</option>
        </SelectField>
        <Button
          variant="primary"
          className={styles.button}
          disabled={data === undefined || shown === current}
          busy={mutation.isPending}
          onClick={() => mutation.mutate(shown)}
        >
          {t("Save")}
        </Button>
      </div>
    </Card>
  );
}

/** What hears calls, and what to do where nothing does. */
function heardBy({
  configured,
  heardBy: by = "deepgram",
}: {
  configured?: boolean | undefined;
  heardBy?: string | undefined;
}): string {
  if (configured !== true)
    return t(
      "No recognizer is configured on this server. Calls that are not on the telephone are heard by the agent's browser, if it recognizes speech itself, as Chrome does on a computer. Telephone calls are heard by nothing until a recognizer is set up.",
    );
  const name = Object.hasOwn(recognizerNames, by) ? recognizerNames[by as RecognizerId] : by;
  return t("Heard by {name}", { name: contractText(name ?? by) });
}
