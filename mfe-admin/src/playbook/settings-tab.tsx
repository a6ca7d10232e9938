import { PlaybookSettings, readPlaybookSettings, savePlaybookSettings } from "@souffleur/contracts/playbook";
import { Card, CheckboxField, call, Notice, RequestError, SelectField, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotLoaded } from "../not-loaded.tsx";
import { type Text, t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { ownFailureText } from "../users/failure-text.ts";
import styles from "./playbook.module.css";

interface SettingsTabProps {
  userId: string;
  mayEdit: boolean;
}

const modelLabels: Readonly<Record<PlaybookSettings["model"], Text>> = {
  first: "Language model first",
  "when-silent": "Playbook first, then the model",
  off: "Playbook only",
};

/** How suggestions are made; each choice is saved at once. */
export function SettingsTab({ userId, mayEdit }: SettingsTabProps) {
  const queryClient = useQueryClient();
  const key = ["playbook", userId, "settings"];
  const settings = useEndpoint(key, readPlaybookSettings);
  const { data } = settings;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: PlaybookSettings) => {
      const body = { ...wanted, revision: data?.revision ?? 0 };
      queryClient.setQueryData(key, (await call(savePlaybookSettings, { body })).data);
    },
    onSuccess: () => toast.success(t("Settings saved.")),
    onError: (failure) => {
      const isOutdated = failure instanceof RequestError && failure.status === 409;
      toast.error(
        isOutdated
          ? t("The settings were changed elsewhere. These are the new ones.")
          : ownFailureText(failure, "The settings could not be saved."),
      );
      void settings.refetch();
    },
  });
  if (data === undefined)
    return <NotLoaded query={settings} text="The settings could not be loaded." height={200} />;
  const { model, quieter } = isPending ? variables : data;
  const change = (part: Partial<PlaybookSettings>) => {
    if (!isPending && mayEdit) mutate({ model, quieter, ...part });
  };
  return (
    <>
      {!mayEdit && <Notice kind="info">{t("An administrator can change these settings.")}</Notice>}
      <Card title={t("Language model")}>
        {!data.modelConfigured && (
          <Notice kind="info">
            {t("This server has no language model: suggestions come from the playbook alone.")}
          </Notice>
        )}
        <SelectField
          className={styles.choice}
          label={t("Where suggestions come from")}
          hint={t("The language model uses the published playbook and its product facts as its ground.")}
          value={model}
          aria-disabled={!mayEdit}
          onChange={(event) => change({ model: PlaybookSettings.shape.model.parse(event.target.value) })}
        >
          {PlaybookSettings.shape.model.options.map((value) => (
            <option key={value} value={value}>
              {t(modelLabels[value])}
            </option>
          ))}
        </SelectField>
      </Card>
      <Card title={t("Experienced agents")}>
        <CheckboxField
          label={t("Show a reply less often to agents who say it unprompted")}
          hint={t("Off by default.")}
          checked={quieter}
          aria-disabled={!mayEdit}
          onChange={(event) => change({ quieter: event.target.checked })}
        />
      </Card>
    </>
  );
}
