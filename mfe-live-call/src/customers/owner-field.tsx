import { limits, may, searchUsers, type User } from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import { Button, call, SelectField, TextField, useSearchText } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";

/** The id of an account; those that everybody may choose have a name. */
export type Owner = "me" | "nobody" | "kept" | (string & {});

/** As the server does it: an agent's customer is their own, and those of others have no owner. */
export function ownerOf(stored: StoredCustomer | undefined, user: User): Owner {
  if (stored === undefined) return may(user.role, "viewAllCalls") ? "nobody" : "me";
  if (stored.owner === undefined) return "nobody";
  return stored.owner.userId === user.id ? "me" : "kept";
}

export function ownerIdOf(owner: Owner, user: User): string | null {
  if (owner === "nobody") return null;
  return owner === "me" ? user.id : owner;
}

/** The choice that opens the search, and is no owner. */
const searching = "search";

interface OwnerFieldProps {
  user: User;
  stored: StoredCustomer | undefined;
  value: Owner;
  onChange: (owner: Owner) => void;
}

/** Oneself or nobody; for those who give customers to others also a colleague, who is searched: there may be thousands. */
export function OwnerField({ user, stored, value, onChange }: OwnerFieldProps) {
  const colleague = stored?.owner?.userId === user.id ? undefined : stored?.owner;
  const [found, setFound] = useState<User>();
  const [isSearching, setSearching] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const choose = (owner: Owner) => {
    setSearching(owner === searching);
    if (owner !== searching) onChange(owner);
  };
  return (
    <>
      <SelectField
        ref={select}
        label={t("Owner")}
        hint={t("Without an owner, all agents see the customer.")}
        value={isSearching ? searching : value}
        onChange={({ target }) => choose(target.value)}
      >
        {colleague && <option value="kept">{colleague.name}</option>}
        {found && <option value={found.id}>{nameOf(found)}</option>}
        <option value="me">{t("Me")}</option>
        <option value="nobody">{t("No owner")}</option>
        {may(user.role, "manageUsers") && <option value={searching}>{t("Someone else")}</option>}
      </SelectField>
      {isSearching && (
        <MemberSearch
          without={[user.id, colleague?.userId]}
          onChoose={(member) => {
            setFound(member);
            choose(member.id);
            select.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface MemberSearchProps {
  without: readonly (string | undefined)[];
  onChoose: (member: User) => void;
}

/** Finds an active account by the beginning of its names or its address. */
function MemberSearch({ without, onChoose }: MemberSearchProps) {
  const [searched, search] = useState("");
  const [text, setText] = useSearchText(searched, search);
  const isLongEnough = searched.length >= limits.searchMin;
  const { data, isError } = useQuery({
    queryKey: ["members", searched],
    queryFn: async ({ signal }) => (await call(searchUsers, { query: { q: searched } }, signal)).data.users,
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const members = data?.filter(({ id, status }) => status === "active" && !without.includes(id));
  const offered = isLongEnough ? members : undefined;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div>
      <TextField
        ref={field}
        label={t("Name or email of the new owner")}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.searchMax}
        value={text}
        error={isError ? t("People could not be searched. Please try again.") : undefined}
        hint={offered?.length === 0 ? t("Nobody was found.") : t("Two letters are enough.")}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // It would send the form.
          event.preventDefault();
          if (offered?.[0]) onChoose(offered[0]);
        }}
      />
      <ul aria-label={t("Colleagues")} className={styles.members}>
        {offered?.map((member) => (
          <li key={member.id}>
            <Button small onClick={() => onChoose(member)}>
              <span>{nameOf(member)}</span>
              <span className={styles.second}>{member.email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;
