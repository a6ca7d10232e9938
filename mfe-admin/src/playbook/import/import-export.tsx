import { csvSeparatorOf } from "@souffleur/contracts";
import type { PlaybookContent } from "@souffleur/contracts/playbook";
import {
  Button,
  DownloadIcon,
  Menu,
  MenuItem,
  MoreIcon,
  PlusIcon,
  saveFile,
  toast,
} from "@souffleur/shared-ui";
import { useRef, useState } from "react";
import { t } from "../../texts/texts.ts";
import { saveCsv } from "../../users/table/export-users.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { playbookCsv } from "./playbook-csv.ts";
import type { Imported } from "./read-csv.ts";
import { readImport } from "./read-import.ts";
import { playbookJson } from "./read-json.ts";

interface ImportExportProps {
  draft: PlaybookContent;
  mayEdit: boolean;
  onImport: (content: PlaybookContent) => void;
}

/** The menu that exports the draft to a file and imports a file into it. */
export function ImportExport({ draft, mayEdit, onImport }: ImportExportProps) {
  const input = useRef<HTMLInputElement>(null);
  const [imported, setImported] = useState<Imported>();
  const name = () => `playbook-${new Date().toISOString().slice(0, 10)}`;
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setImported(await readImport(file));
    } catch {
      toast.error(t("The file could not be read."));
    }
  };
  return (
    <>
      <Menu
        trigger={
          <Button>
            <MoreIcon aria-hidden />
            <span>{t(mayEdit ? "Import and export" : "Export")}</span>
          </Button>
        }
      >
        {mayEdit && (
          <MenuItem icon={<PlusIcon aria-hidden />} onSelect={() => input.current?.click()}>
            {t("Import CSV or JSON")}
          </MenuItem>
        )}
        <MenuItem
          icon={<DownloadIcon aria-hidden />}
          onSelect={() => saveCsv(`${name()}.csv`, playbookCsv(draft, csvSeparatorOf(navigator.language)))}
        >
          {t("Export CSV")}
        </MenuItem>
        <MenuItem
          icon={<DownloadIcon aria-hidden />}
          onSelect={() =>
            saveFile(`${name()}.json`, new Blob([playbookJson(draft)], { type: "application/json" }))
          }
        >
          {t("Export JSON")}
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("File to import")}
        accept=".csv,.json,text/csv,application/json"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {imported && (
        <ImportDialog
          imported={imported}
          draft={draft}
          onImport={(content) => {
            setImported(undefined);
            onImport(content);
          }}
          onClose={() => setImported(undefined)}
        />
      )}
    </>
  );
}
