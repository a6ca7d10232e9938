// An organization's playbook: an export of its own, which only the screens that edit it hold.
export * from "./playbook-calls.ts";
export * from "./playbook-content.ts";
export * from "./playbook-figures.ts";
