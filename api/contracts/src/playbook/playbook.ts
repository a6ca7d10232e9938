// A separate export, so that only screens that edit the playbook load it.
export * from "./playbook-content.ts";
export * from "./playbook-endpoints.ts";
export * from "./playbook-figures.ts";
