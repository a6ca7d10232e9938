import { getTranscript } from "@souffleur/contracts";
import { deferred, ok } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import {
  button,
  log,
  openCall,
  page,
  preparePages,
  status,
  waitForLine,
} from "../../testing/open-screen.tsx";

preparePages();

describe("the conversation", () => {
  test("shows interim text outside the log, until it becomes a line", async () => {
    await openCall();
    const { sessionId } = page.server.call;
    const line = { speaker: 1, confidence: 0.61, messageId: "m", sessionId } as const;
    page.server.emit("live_transcription", { ...line, transcript: "Bonjour ma", is_final: false });
    const interim = within(screen.getByRole("region", { name: "Live transcript" }));
    expect(await interim.findByText("Bonjour ma")).toBeVisible();
    expect(interim.getByText("61%")).toBeVisible();
    expect(log()).not.toHaveTextContent("Bonjour ma");
    page.server.emit("live_transcription", { ...line, transcript: "Bonjour madame.", is_final: true });
    await waitForLine("Bonjour madame.");
    expect(interim.queryByText("Bonjour ma")).not.toBeInTheDocument();
  });

  test("shows a gap, fetches the missing lines and inserts them in their place", async () => {
    await openCall();
    page.server.addLine("client", "Première phrase de la conversation.");
    await waitForLine("Première phrase");
    const answer = deferred();
    page.server.api.on(getTranscript, async ({ query }) => {
      await answer.promise;
      expect(query.get("after")).toBe("1");
      return ok(getTranscript, { data: { lines: [missed] } });
    });
    const missed = page.server.store("agent", "Deuxième phrase, qui manquait jusque là.");
    page.server.addLine("client", "Troisième phrase de la conversation.");
    expect(await screen.findByText("Fetching 1 missing line…")).toBeVisible();
    answer.resolve();
    await waitForLine("Deuxième phrase");
    expect(log()).toHaveTextContent(/Première.*Deuxième.*Troisième/);
    await waitFor(() => expect(screen.queryByText(/Fetching/)).not.toBeInTheDocument());
  });

  test("replaces a line whose secret a later line completes, in its row, the search and copies", async () => {
    const { user } = await openCall();
    const { callId, sessionId } = page.server.call;
    const half = page.server.store("client", "Ma carte, c'est le 4970 1012");
    page.server.emit("conversation_message", half);
    await waitForLine("4970 1012");
    const line = { ...half, text: "Ma carte, c'est le [numéro de carte masqué]" };
    page.server.emit("line_changed", { callId, sessionId, line });
    await waitForLine("[numéro de carte masqué]");
    page.server.addLine("client", "[numéro de carte masqué]");
    await waitFor(() => expect(within(log()).getAllByText(/masqué/)).toHaveLength(2));
    expect(document.body).not.toHaveTextContent("4970");
    await user.type(screen.getByRole("searchbox", { name: "Search transcript" }), "4970");
    expect(log().querySelector("mark")).toBeNull();
    await user.click(button("Copy transcript"));
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain("[numéro de carte masqué]");
    expect(copied).not.toContain("4970");
  });

  test("joins again from its last line after a lost connection", async () => {
    await openCall();
    page.server.addLine("client", "Première phrase de la conversation.");
    await waitForLine("Première phrase");
    page.server.disconnect();
    page.server.store("agent", "Deuxième phrase, dite pendant la coupure.");
    expect(await screen.findByText(/Connection lost/)).toBeVisible();
    await waitFor(() => expect(log()).toHaveTextContent("Deuxième phrase"));
    expect(page.server.joins.at(-1)).toEqual({ sessionId: page.server.call.sessionId, after: 1 });
    expect(within(log()).getAllByText(/phrase/)).toHaveLength(2);
  });

  describe("where the server is further", () => {
    async function openWithOneLine() {
      await openCall();
      page.server.addLine("client", "Première phrase de la conversation.");
      await waitForLine("Première phrase");
      const { sessionId } = page.server.call;
      const tell = (state: object) =>
        page.server.emit("session_state", {
          sessionId,
          status: "active",
          lastLine: 1,
          corrections: 0,
          ...state,
        });
      return { sessionId, tell };
    }

    test("joins again after its last line, once for each number", async () => {
      const { sessionId, tell } = await openWithOneLine();
      const before = page.server.joins.length;
      tell({});
      page.server.store("agent", "Deuxième phrase, dont l'annonce s'est perdue.");
      tell({ lastLine: 2, sessionId: "another" });
      tell({ lastLine: 2 });
      await waitForLine("Deuxième phrase");
      tell({ lastLine: 3 });
      tell({ lastLine: 3 });
      await waitFor(() => expect(page.server.joins).toHaveLength(before + 2));
      page.server.addLine("client", "Troisième phrase.");
      await waitForLine("Troisième phrase");
      expect(page.server.joins.slice(before)).toEqual([
        { sessionId, after: 1 },
        { sessionId, after: 2 },
      ]);
    });

    test("joins again for a line whose change was lost", async () => {
      const { tell } = await openWithOneLine();
      const before = page.server.joins.length;
      tell({ corrections: 1 });
      tell({ corrections: 1 });
      await waitFor(() => expect(page.server.joins).toHaveLength(before + 1));
    });

    test("ends with the call", async () => {
      const { tell } = await openWithOneLine();
      page.server.call.status = "ended";
      page.server.call.endedAt = new Date().toISOString();
      tell({ status: "ended" });
      await waitFor(() => expect(status()).toHaveTextContent("Ended"));
      delete page.server.call.endedAt;
    });
  });

  test("is searched regardless of accents, and Enter moves to the previous match", async () => {
    const { user } = await openCall();
    for (const text of ["Le numéro est bien le bon, madame.", "Il fait beau.", "Un autre numero de dossier."])
      page.server.addLine("client", text);
    await waitForLine("Un autre");
    // What is announced meanwhile: no letter is without a match.
    const announced = new Set<string>();
    const watch = new MutationObserver(() => {
      const status = within(screen.getByRole("group", { name: "Search and copy" })).queryByRole("status");
      if (status !== null) announced.add(status.textContent);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await user.type(screen.getByRole("searchbox", { name: "Search transcript" }), "NUMERO");
    expect(await screen.findByText("2 of 2")).toBeVisible();
    watch.disconnect();
    expect(announced).not.toContain("No match");
    expect(log().querySelectorAll("mark")).toHaveLength(2);
    await user.keyboard("{Enter}");
    expect(screen.getByText("1 of 2")).toBeVisible();
    await user.clear(screen.getByRole("searchbox", { name: "Search transcript" }));
    expect(log().querySelector("mark")).toBeNull();
  });

  test.each([
    ["14 minutes behind the server's", 14 * 60_000],
    ["four seconds behind", 4000],
    ["a day ahead", -86_400_000],
  ])("is copied as text with the times of the call by a browser whose clock is %s", async (_what, ahead) => {
    const before = page.server.call.startedAt;
    const startedAt = Date.now() + ahead;
    page.server.call.startedAt = new Date(startedAt).toISOString();
    try {
      const { user } = await openCall();
      const { sessionId } = page.server.call;
      const said = { is_final: true, speaker: 0, confidence: 0.9, sessionId } as const;
      for (const [seconds, transcript] of [
        [5, "Bonjour, j'écoute."],
        [65, "Vous êtes là ?"],
      ] as const) {
        const timestamp = startedAt + seconds * 1000;
        page.server.emit("live_transcription", { ...said, transcript, timestamp, messageId: transcript });
        await waitForLine(transcript);
      }
      await user.click(button("Copy transcript"));
      expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
      expect(await navigator.clipboard.readText()).toBe(
        "[00:00:05] Hélène Vasseur: Bonjour, j'écoute.\n[00:01:05] Hélène Vasseur: Vous êtes là ?",
      );
    } finally {
      page.server.call.startedAt = before;
    }
  });
});
