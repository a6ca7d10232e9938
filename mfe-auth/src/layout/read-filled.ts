/**
 * Takes over the fields' values that a form does not know of: a browser or a password manager may fill a field without an
 * event. What is in the field counts, as it does for the person who presses the button.
 * @param known the form's values by the names of their fields
 */
export function readFilled<Values extends object>(
  form: HTMLFormElement,
  known: Values,
  setValue: (name: keyof Values & string, value: string | boolean) => void,
): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (!Object.hasOwn(known, field.name)) continue;
    const name = field.name as keyof Values & string;
    const value = field.type === "checkbox" ? (field as HTMLInputElement).checked : field.value;
    if (known[name] !== value) setValue(name, value);
  }
}
