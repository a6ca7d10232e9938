import { typedEmail } from "@souffleur/contracts";
import { findProvider } from "@souffleur/contracts/sso";
import { request } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Looks up the domain of a form's address when its field is left, or filled while the focus is elsewhere. Nobody waits for it:
 * a look-up that fails says nothing, and is repeated when the field is left again.
 * @returns whether the people of the domain that is in the field now sign in at a provider
 */
export function useProvider(formOf: () => HTMLFormElement | null | undefined): boolean {
  const [domain, setDomain] = useState<string>();
  const [led, setLed] = useState<readonly string[]>([]);
  const asked = useRef(new Set<string>());
  const look = useEffectEvent((form: HTMLFormElement, event?: Event) => {
    const field = form.elements.namedItem("email") as HTMLInputElement;
    const written = typedEmail(field.value)?.split("@")[1];
    setDomain(written);
    const isOfField = event === undefined || event.target === field;
    const isLeft = document.activeElement !== field || (isOfField && event?.type === "focusout");
    // Nor with each key in the password, where a look-up has failed.
    if (written === undefined || !isLeft || (!isOfField && event.type === "input")) return;
    if (asked.current.has(written)) return;
    asked.current.add(written);
    request(findProvider, { query: { domain: written } }).then(
      ({ data }) => data.hasProvider && setLed((before) => [...before, written]),
      () => asked.current.delete(written),
    );
  });
  const formNow = useEffectEvent(formOf);
  useEffect(() => {
    const form = formNow();
    if (!form) return undefined;
    const events = ["input", "focusin", "focusout"];
    const listen = (event: Event) => look(form, event);
    // What was filled in, or left, before this was loaded.
    look(form);
    for (const event of events) form.addEventListener(event, listen);
    return () => {
      for (const event of events) form.removeEventListener(event, listen);
    };
  }, []);
  return domain !== undefined && led.includes(domain);
}
