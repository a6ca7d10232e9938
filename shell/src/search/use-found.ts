import { type CallSummary, limits, listCalls, searchUsers, type User } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Text } from "../texts/texts.ts";

/** The pause after typing before a request is sent, in ms. */
const quietMs = 200;

interface Found {
  people: readonly User[];
  calls: readonly CallSummary[];
  /** States what could not be searched. */
  failure: Text | undefined;
}

/** The server's results for a text, as far as the user may request them; the previous results until the answer arrives. */
export function useFound(text: string, mayAsk: { people: boolean; calls: boolean }): Found {
  const [asked, setAsked] = useState("");
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), quietMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isLongEnough = wanted.length >= limits.searchMin;
  const isAsked = isLongEnough && asked.length >= limits.searchMin;
  const people = useQuery({
    queryKey: ["search-people", asked],
    queryFn: async ({ signal }) => (await call(searchUsers, { query: { q: asked } }, signal)).data.users,
    enabled: mayAsk.people && isAsked,
    placeholderData: keepPreviousData,
  });
  const calls = useQuery({
    queryKey: ["search-calls", asked],
    queryFn: ({ signal }) => findCalls(asked, signal),
    enabled: mayAsk.calls && isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isLongEnough) return { people: [], calls: [], failure: undefined };
  return {
    people: people.data ?? [],
    calls: calls.data ?? [],
    failure: failureOf(people.isError, calls.isError),
  };
}

function failureOf(people: boolean, calls: boolean): Text | undefined {
  if (people && calls) return "People and Calls could not be searched. Please try again.";
  if (people) return "People could not be searched. Please try again.";
  return calls ? "Calls could not be searched. Please try again." : undefined;
}

/** The newest calls that contain these words; none for a text without searchable words. */
async function findCalls(q: string, signal: AbortSignal): Promise<CallSummary[]> {
  try {
    return (await call(listCalls, { query: { q, limit: limits.searchResults } }, signal)).data.calls;
  } catch (error) {
    if (error instanceof RequestError && error.field === "q") return [];
    throw error;
  }
}
