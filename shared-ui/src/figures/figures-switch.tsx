import { Segmented, sharedText as t } from "@souffleur/shared-ui";
import type { FiguresSource } from "./use-figures-source.ts";

interface FiguresSwitchProps {
  value: FiguresSource;
  onChange: (source: FiguresSource) => void;
}

/** Chooses the source of a screen's figures, and names it. */
export function FiguresSwitch(props: FiguresSwitchProps) {
  return (
    <Segmented
      label={t("Figures")}
      options={[
        { value: "sample", label: t("Sample data") },
        { value: "calls", label: t("Our calls") },
      ]}
      {...props}
    />
  );
}
