import { CallFormat, exportCall } from "@souffleur/contracts";
import { Button, DownloadIcon, Menu, MenuItem } from "@souffleur/shared-ui";
import { type Text, t } from "../../texts/texts.ts";
import { useDownload } from "../use-calls.ts";

const formatLabels: Readonly<Record<CallFormat, Text>> = { text: "Text", json: "JSON", vcon: "vCon" };

interface ExportMenuProps {
  callId: string;
  /** While the call is not loaded. */
  disabled: boolean;
}

/** Saves a call as a file in a chosen format. */
export function ExportMenu({ callId, disabled }: ExportMenuProps) {
  const { mutate, isPending } = useDownload(exportCall);
  const trigger = (
    <Button disabled={disabled} busy={isPending}>
      <DownloadIcon aria-hidden />
      <span>{t("Export")}</span>
    </Button>
  );
  if (disabled) return trigger;
  return (
    <Menu trigger={trigger}>
      {CallFormat.options.map((format) => (
        <MenuItem key={format} onSelect={() => mutate({ params: { callId }, query: { format } })}>
          {t(formatLabels[format])}
        </MenuItem>
      ))}
    </Menu>
  );
}
