import { emptyForm, type Form } from "./registration-form.ts";

const key = "souffleur.registration";
const kept = ["firstName", "lastName", "email", "phone", "organizationName", "industryType"] as const;

/** Keeps what is typed, but for the passwords, in this tab: the page is loaded again where its language is chosen. */
export function keepFields(form: Form): void {
  const isEmpty = kept.every((name) => form[name] === emptyForm[name]);
  try {
    if (!isEmpty) sessionStorage.setItem(key, JSON.stringify(form, [...kept]));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}

/** Hands what was kept to `set`, once. */
export function restoreFields(set: (name: (typeof kept)[number], value: string) => void): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.removeItem(key);
    for (const name of kept) {
      const value = (stored as Record<string, unknown>)[name];
      if (typeof value === "string") set(name, value);
    }
  } catch {
    // Nothing is kept.
  }
}
