import { labelOf, phoneDigits, roleLabels, type User } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";
import { Address, Badge, contractText, formatDateTime, formatShortDate } from "@souffleur/shared-ui";
import type { CSSProperties, ReactNode } from "react";
import dataTable from "../../data-table.module.css";
import { mailFailureText } from "../../mail-failure.ts";
import { type Text, t } from "../../texts/texts.ts";
import { fullName, statusOf } from "./labels.ts";
import { RoleCell } from "./role-cell.tsx";
import { shownPhone } from "./shown-phone.ts";

/** A column of the users' table, with all that the table, its order, the search and the export need of it. */
export interface UserColumn {
  /** Also its name in the address. */
  id: string;
  label: Text;
  /** The value by which it is sorted. */
  order: (user: User) => string | number;
  /** By default the value by which it is sorted. */
  cell?: (user: User) => ReactNode;
  /** The texts by which the search finds a user; none by default. */
  searched?: (user: User) => readonly string[];
  /** The columns of the CSV file. */
  exported: readonly (readonly [title: Text, value: (user: User) => string])[];
  /** On a wide screen, in px; by default what the others leave. */
  width?: number;
  /** Long values break. */
  wraps?: true;
  /** In the card of a narrow screen, which has three columns and beside them the actions. */
  card: Place;
  /** In the card of a phone, which has three columns and below them the actions. */
  phone: Place;
}

type Place = readonly [row: number, column: number, span?: number];

/** Without hyphens and apostrophes: "obrien" finds O’Brien. */
export const bare = (text: string) => fold(text).replace(/['-]/g, "");
/** Most names have neither, and a second copy of each would double what is read. */
const spellings = (name: string) => (/^[\w ]*$/.test(name) ? [name] : [name, bare(name)]);

const role = ({ role }: User) => contractText(labelOf(roleLabels, role));
const status = ({ status }: User) => t(statusOf(status).label);

const linkTexts = {
  waiting: "Link waits to be sent",
  sent: "Link sent {time}",
  expired: "Link expired unused",
  used: "Link used {time}",
} as const satisfies Record<string, Text>;
const linkText = ({ state, at }: NonNullable<User["passwordLink"]>) =>
  t(linkTexts[state], { time: formatDateTime(at) });

export const userColumns = [
  {
    id: "name",
    label: "Name",
    order: fullName,
    searched: (user) => spellings(fullName(user)),
    exported: [
      ["First name", ({ firstName }) => firstName],
      ["Last name", ({ lastName }) => lastName],
    ],
    card: [1, 1],
    phone: [1, 1, 2],
  },
  {
    id: "email",
    label: "Email",
    order: ({ email }) => email,
    cell: ({ email, phone, mailFailure }) => (
      <>
        <Address>{email}</Address>
        {phone !== undefined && <span className={dataTable.second}>{shownPhone(phone)}</span>}
        {mailFailure && <span className={dataTable.second}>{mailFailureText(mailFailure)}</span>}
      </>
    ),
    searched: ({ email, phone = "" }) => [email, phone, shownPhone(phone), ...dialled(phone)],
    exported: [
      ["Email", ({ email }) => email],
      ["Phone", ({ phone = "" }) => shownPhone(phone)],
    ],
    width: 248,
    wraps: true,
    card: [2, 1],
    phone: [2, 1, 3],
  },
  {
    // Within an organization it would be the same for all.
    id: "organization",
    label: "Organization",
    order: ({ organizationName = "" }) => organizationName,
    cell: ({ organizationName }) =>
      organizationName || <span className={dataTable.none}>{t("No organization")}</span>,
    searched: ({ organizationName = "" }) => [organizationName],
    exported: [["Organization", ({ organizationName = "" }) => organizationName]],
    width: 180,
    wraps: true,
    card: [2, 2],
    phone: [3, 1, 3],
  },
  {
    id: "role",
    label: "Role",
    order: role,
    cell: (user) => <RoleCell user={user} />,
    searched: (user) => [role(user)],
    exported: [["Role", role]],
    width: 128,
    card: [1, 2],
    phone: [4, 1],
  },
  {
    id: "status",
    label: "Status",
    order: status,
    cell: (user) => (
      <>
        <Badge tone={statusOf(user.status).tone}>{status(user)}</Badge>
        {user.passwordLink && <span className={dataTable.second}>{linkText(user.passwordLink)}</span>}
      </>
    ),
    searched: (user) => [status(user)],
    exported: [["Status", status]],
    width: 184,
    card: [1, 3],
    phone: [1, 3],
  },
  {
    id: "requested",
    label: "Requested",
    order: ({ requestedAt }) => Date.parse(requestedAt),
    cell: ({ requestedAt }) => (
      <time dateTime={requestedAt} data-label={t("Requested")}>
        {formatShortDate(requestedAt)}
      </time>
    ),
    exported: [
      ["Registered", ({ createdAt }) => createdAt],
      ["Requested", ({ requestedAt }) => requestedAt],
    ],
    width: 120,
    card: [2, 3],
    phone: [4, 2, 2],
  },
] as const satisfies readonly UserColumn[];

export type SortKey = (typeof userColumns)[number]["id"];

export const columnOf = (id: SortKey): UserColumn =>
  userColumns.find((column) => column.id === id) ?? userColumns[0];

const lastRow = (of: "card" | "phone") => Math.max(...userColumns.map((column) => column[of][0]));
const areaOf = ([row, column, span = 1]: Place) => `${row} / ${column} / auto / span ${span}`;
const placed = (card: string, phone: string) =>
  ({ "--card-area": card, "--phone-area": phone }) as CSSProperties;

/** The style of a column's cells: their places in the cards. */
export const placeOf = ({ card, phone }: UserColumn) => placed(areaOf(card), areaOf(phone));
/** As `placeOf`: beside all rows of a card, and below those of a phone. */
export const actionsPlace = placed(
  `1 / 4 / span ${lastRow("card")}`,
  `${lastRow("phone") + 1} / 1 / auto / -1`,
);

/** The digits of a number as people dial it: of a French one with its country code, and with the 0 of France, too. */
function dialled(phone: string): string[] {
  const digits = phoneDigits(phone);
  const [, french] = /^(?:(?:00)?33)?0?([1-9]\d{8})$/.exec(digits) ?? [];
  return french === undefined ? [digits] : [`0033${french}`, `00330${french}`];
}
