import { useOverReload } from "@souffleur/shared-ui/saving";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

/** Keeps what was changed in a form's text fields while the page is loaded again. @param names without those of passwords */
export function useKeptFields<Values extends FieldValues>(
  key: string,
  { getValues, setValue, formState }: UseFormReturn<Values>,
  names: readonly Path<Values>[],
): void {
  useOverReload(
    key,
    () => {
      const changed = names.filter((name) => getValues(name) !== formState.defaultValues?.[name]);
      if (changed.length === 0) return undefined;
      return Object.fromEntries(changed.map((name) => [name, getValues(name)]));
    },
    (kept) => {
      for (const name of names) {
        const value: unknown = (kept as Record<string, unknown>)[name];
        if (typeof value === "string") setValue(name, value as PathValue<Values, Path<Values>>);
      }
    },
  );
}
