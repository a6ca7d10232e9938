import { type CallSummary, limits, listCalls, searchUsers, type User } from "@souffleur/contracts";
import { listCustomers, type StoredCustomer } from "@souffleur/contracts/customers";
import { call, RequestError } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Text } from "../texts/texts.ts";

/** The pause after typing before a request is sent, in ms. */
const quietMs = 200;

interface Results {
  customers: readonly StoredCustomer[];
  people: readonly User[];
  calls: readonly CallSummary[];
}
type Kind = keyof Results;

interface Found extends Results {
  /** States what could not be searched. */
  failure: Text | undefined;
}

const nothing: Found = { customers: [], people: [], calls: [], failure: undefined };

const failureTexts: Readonly<Record<Kind, Text>> = {
  customers: "Customers could not be searched. Please try again.",
  people: "People could not be searched. Please try again.",
  calls: "Calls could not be searched. Please try again.",
};

const requests: { [Of in Kind]: (q: string, signal: AbortSignal) => Promise<Results[Of]> } = {
  customers: (q, signal) =>
    unlessWordless(async () => {
      const query = { q, limit: limits.searchResults, contacts: "false" as const };
      return (await call(listCustomers, { query }, signal)).data.customers;
    }),
  people: async (q, signal) => (await call(searchUsers, { query: { q } }, signal)).data.users,
  // The newest ones.
  calls: (q, signal) =>
    unlessWordless(async () => {
      const query = { q, limit: limits.searchResults };
      return (await call(listCalls, { query }, signal)).data.calls;
    }),
};

/**
 * The server's results for a text, as far as the user may request them; the previous results until the answer arrives. All
 * arrive together: none may take the place of the one that Enter is about to choose.
 */
export function useFound(
  text: string,
  mayAsk: Readonly<Record<Kind, boolean>>,
): Found & { isAnswered: boolean } {
  const [asked, setAsked] = useState("");
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), quietMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isLongEnough = wanted.length >= limits.searchMin;
  const { data = nothing, isFetching } = useQuery({
    queryKey: ["search", asked, mayAsk],
    queryFn: ({ signal }) => find(asked, mayAsk, signal),
    enabled: isLongEnough && asked.length >= limits.searchMin,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!isLongEnough) return { ...nothing, isAnswered: true };
  return { ...data, isAnswered: wanted === asked && !isFetching };
}

async function find(q: string, mayAsk: Readonly<Record<Kind, boolean>>, signal: AbortSignal): Promise<Found> {
  const failed: Kind[] = [];
  const ask = async <Of extends Kind>(kind: Of): Promise<Results[Of]> => {
    try {
      return mayAsk[kind] ? await requests[kind](q, signal) : nothing[kind];
    } catch (error) {
      if (signal.aborted) throw error;
      failed.push(kind);
      return nothing[kind];
    }
  };
  const [customers, people, calls] = await Promise.all([ask("customers"), ask("people"), ask("calls")]);
  const [first, another] = failed;
  const failure = another
    ? "Not everything could be searched. Please try again."
    : first && failureTexts[first];
  return { customers, people, calls, failure };
}

/** Nothing for a text without searchable words. */
async function unlessWordless<One>(find: () => Promise<One[]>): Promise<One[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RequestError && error.field === "q") return [];
    throw error;
  }
}
