import type { FiguresSource } from "@souffleur/contracts";
import { Segmented, sharedText as t } from "@souffleur/shared-ui";

interface FiguresSwitchProps {
  value: FiguresSource;
  onChange: (source: FiguresSource) => void;
}

/** Shows and changes the source of a screen's figures. */
export function FiguresSwitch(props: FiguresSwitchProps) {
  return (
    <Segmented
      label={t("Figures")}
      options={[
        { value: "sample", label: t("Sample data") },
        { value: "calls", label: t("Our calls") },
        { value: "practice", label: t("Practice") },
      ]}
      {...props}
    />
  );
}
