import { limits, searchUsers, type User } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** The pause after typing before the server is asked, in ms. */
const quietMs = 200;

interface People {
  people: readonly User[];
  failed: boolean;
}

/** The people that a text finds, where this user may see any; those of the text before until the answer is there. */
export function usePeople(text: string, mayAsk: boolean): People {
  const [asked, setAsked] = useState("");
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), quietMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isLongEnough = wanted.length >= limits.searchMin;
  const { data, isError } = useQuery({
    queryKey: ["search-people", asked],
    queryFn: async ({ signal }) => (await call(searchUsers, { query: { q: asked } }, signal)).data.users,
    enabled: mayAsk && isLongEnough && asked.length >= limits.searchMin,
    placeholderData: keepPreviousData,
  });
  return { people: isLongEnough ? (data ?? []) : [], failed: isLongEnough && isError };
}
