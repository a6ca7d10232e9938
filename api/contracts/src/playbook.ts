// A separate export, so that only screens that edit the playbook load it.
export * from "./playbook-calls.ts";
export * from "./playbook-content.ts";
export * from "./playbook-figures.ts";
