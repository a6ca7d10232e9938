import type { Config } from "../config.ts";

interface DemoAccount {
  role: string;
  email: string;
  password: string;
}

/** The text that a start prints: the product's address and how to sign in. */
export function banner(config: Config, port: number, accounts: readonly DemoAccount[]): string {
  const address = config.PORT === 0 ? `http://localhost:${port}` : config.PUBLIC_URL;
  const width = Math.max(...accounts.map(({ email }) => email.length), 0);
  return [
    "",
    `Souffleur serves on ${address}`,
    ...(config.SMTP_URL === undefined ? [`Mails are kept at ${address}/dev/mail`] : []),
    ...(accounts.length > 0 ? ["", "Demonstration accounts:"] : []),
    ...accounts.map(({ email, password, role }) => `  ${email.padEnd(width)}  ${password}  (${role})`),
    "",
  ].join("\n");
}
