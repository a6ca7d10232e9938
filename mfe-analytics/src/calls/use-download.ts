import type { Endpoint, EndpointInput } from "@souffleur/contracts";
import { download, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { failureText } from "./use-calls.ts";

/** Saves a call's file; a failure is reported by a toast. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useMutation({
    mutationFn: (input: Partial<EndpointInput<E>>) => download(endpoint, input),
    onError: (error) => toast.error(t("The export failed. {reason}", { reason: failureText(error) })),
  });
}
