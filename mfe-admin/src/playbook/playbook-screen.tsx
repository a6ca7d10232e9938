import { may, type User } from "@souffleur/contracts";
import { type PlaybookContent, readPlaybook } from "@souffleur/contracts/playbook";
import { Tabs } from "@souffleur/shared-ui";
import { useMemo, useState } from "react";
import { NotLoaded } from "../not-loaded.tsx";
import { type Text, t } from "../texts/texts.ts";
import { useAddress } from "../use-address.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { changesBetween } from "./draft/changes.ts";
import type { PlaybookAutosave } from "./draft/draft.ts";
import { useDraft } from "./draft/use-draft.ts";
import { replaceDraft } from "./edit-content.ts";
import { EntriesTab } from "./entries/entries-tab.tsx";
import { FiguresTab } from "./figures/figures-tab.tsx";
import { Head } from "./head.tsx";
import { ImportExport } from "./import/import-export.tsx";
import { versionName } from "./labels.ts";
import styles from "./playbook.module.css";
import { PublishDialog } from "./publish-dialog.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { TryTab } from "./try-tab.tsx";
import { VersionsTab } from "./versions-tab.tsx";

const names = {
  entries: "Entries",
  try: "Try",
  versions: "Versions",
  figures: "Figures",
  settings: "Settings",
} as const satisfies Record<string, Text>;
const allTabs = Object.keys(names) as (keyof typeof names)[];

export default function PlaybookScreen({ caller }: { caller: User }) {
  const mayEdit = may(caller.role, "manageSettings");
  const { params, set } = useAddress(["figures"]);
  if (mayEdit || may(caller.role, "manageUsers")) return <Playbook caller={caller} mayEdit={mayEdit} />;
  return (
    <div className={styles.panel}>
      <FiguresTab
        userId={caller.id}
        range={params.get("range")}
        onRange={(range) => set({ range })}
        draft={undefined}
      />
    </div>
  );
}

function Playbook({ caller, mayEdit }: { caller: User; mayEdit: boolean }) {
  const { draft, state } = useDraft(caller.id);
  const published = useEndpoint(["playbook", caller.id, "published"], readPlaybook);
  const { tab, set } = useAddress(allTabs);
  const [dialog, setDialog] = useState<"publish" | "later">();
  const { value: content, stored } = state;
  const conflict = draft.conflict();
  const changes = useMemo(
    () =>
      published.data === undefined || stored === undefined ? [] : changesBetween(published.data, content),
    [published.data, stored, content],
  );
  if (stored === undefined || published.data === undefined) {
    const error = state.failure ?? published.error;
    const isFailed =
      (stored === undefined && state.failure !== undefined) ||
      (published.error !== null && !published.isFetching);
    const refetch = () => {
      if (stored === undefined) void draft.load();
      if (published.error !== null) void published.refetch();
    };
    return (
      <NotLoaded
        query={{ error: isFailed ? error : null, refetch }}
        text="The playbook could not be loaded."
        height={360}
      />
    );
  }
  return (
    <>
      <Head
        published={published.data}
        state={state}
        hasChanges={changes.length > 0}
        mayEdit={mayEdit}
        onRetry={() => void draft.save()}
        onPublish={() => setDialog("publish")}
        onDiscard={() => replaceDraft(draft, published.data, t("Changes discarded."))}
        onCompare={() => setDialog(undefined)}
      >
        {may(caller.role, "exportData") && (
          <ImportExport
            draft={content}
            mayEdit={mayEdit}
            onImport={(next) => replaceDraft(draft, next, t("The file is in the draft."))}
          />
        )}
      </Head>
      <Tabs
        label={t("Playbook")}
        value={tab ?? "entries"}
        onChange={(next) => set({ tab: next === "entries" ? undefined : next })}
        tabs={allTabs.map((value) => ({ value, name: t(names[value]) }))}
      >
        <div className={styles.panel}>
          <TabPanel caller={caller} draft={draft} content={content} published={published.data.version} />
        </div>
      </Tabs>
      {dialog === "publish" && (
        <PublishDialog
          userId={caller.id}
          draft={draft}
          changes={changes}
          onClose={() => setDialog(undefined)}
        />
      )}
      {conflict !== undefined && dialog !== "later" && (
        <ConflictDialog
          conflict={conflict}
          onDecide={(side) => draft.choose(side)}
          onClose={() => setDialog("later")}
        />
      )}
    </>
  );
}

interface TabPanelProps {
  caller: User;
  draft: PlaybookAutosave;
  content: PlaybookContent;
  /** The published version. */
  published: number;
}

function TabPanel({ caller, draft, content, published }: TabPanelProps) {
  const { tab, params, set } = useAddress(allTabs);
  const mayEdit = may(caller.role, "manageSettings");
  const open = (entry: string) => set({ tab: undefined, entry });
  return (
    <>
      {tab === "entries" && (
        <EntriesTab
          content={content}
          mayEdit={mayEdit}
          selected={params.get("entry")}
          onSelect={(entry) => set({ entry })}
          onChange={(edit) => draft.change(edit(draft.get().value))}
        />
      )}
      {tab === "try" && (
        <TryTab userId={caller.id} entries={content.entries} save={() => draft.save()} onOpen={open} />
      )}
      {tab === "versions" && (
        <VersionsTab
          userId={caller.id}
          draft={content}
          published={published}
          mayEdit={mayEdit}
          onUse={(next, version) => {
            const text = t("{version} is in the draft. Publish it to use it.", {
              version: versionName(version),
            });
            replaceDraft(draft, next, text);
            set({ tab: undefined });
          }}
        />
      )}
      {tab === "figures" && (
        <FiguresTab
          userId={caller.id}
          range={params.get("range")}
          onRange={(range) => set({ range })}
          draft={mayEdit ? { content, replace: (next, text) => replaceDraft(draft, next, text) } : undefined}
        />
      )}
      {tab === "settings" && <SettingsTab userId={caller.id} mayEdit={mayEdit} />}
    </>
  );
}
