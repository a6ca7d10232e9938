/**
 * Server and client run in this one process: both are the builds for Node.
 * @jest-environment-options {"customExportConditions": ["node", "require", "default"]}
 */
import { endSimulation, startSimulation, sttLanguage, transcribeAudio } from "@souffleur/contracts";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { button, log, open, openCall, page, preparePages, status } from "../../testing/open-screen.tsx";

preparePages();

describe("the microphone", () => {
  test("that can't be used shows the alert, returns to the waiting screen, and starts no simulation", async () => {
    page.media.refusal = new DOMException("denied", "NotAllowedError");
    const { user } = await open();
    await user.click(button("Test Live Transcription"));
    await waitFor(() =>
      expect(page.alerts).toEqual(["Error starting live recording. Please check microphone permissions."]),
    );
    expect(status()).toHaveTextContent("Waiting");
    expect(page.server.api.callsOf(startSimulation)).toHaveLength(0);
  });

  test("that can't be recorded ends the simulation that was started", async () => {
    page.media.refuseRecording(true);
    const { user } = await open();
    await user.click(button("Test Live Transcription"));
    await waitFor(() => expect(page.alerts).toHaveLength(1));
    expect(status()).toHaveTextContent("Waiting");
    await waitFor(() => expect(page.server.api.callsOf(endSimulation)).toHaveLength(1));
    expect(page.media.isReleased()).toBe(true);
  });

  test("is requested with the specified constraints", async () => {
    await openCall();
    expect(page.media.asked).toEqual([
      {
        audio: {
          channelCount: 1,
          sampleRate: 44_100,
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
        },
      },
    ]);
  });

  test("is sent in chunks with the call's id, and released at the end", async () => {
    const { user } = await openCall();
    await waitFor(() => expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(1));
    const { body } = page.server.api.callsOf(transcribeAudio)[0] ?? {};
    expect(body).toEqual({
      audio: Buffer.from("recording 0").toString("base64"),
      mimeType: "audio/webm;codecs=opus",
      callId: page.server.call.callId,
      chunkId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
    expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(1);
  });

  test("retries a chunk after a failure of the database or a proxy, and names it to the next one", async () => {
    const refusals = [
      refused("DATABASE_UNAVAILABLE", "The service is briefly unavailable."),
      { status: 502, body: { error: "The upstream is down.", code: "UPSTREAM_DOWN" } },
    ];
    const sent: { chunkId: string; afterChunkId?: string }[] = [];
    let showNext = () => {};
    const nextCame = new Promise<void>((resolve) => {
      showNext = resolve;
    });
    page.server.api.on(transcribeAudio, async ({ body }) => {
      const chunk = body as (typeof sent)[number];
      sent.push(chunk);
      if (chunk.chunkId !== sent[0]?.chunkId) showNext();
      const refusal = refusals.shift();
      if (refusal === undefined) await nextCame;
      return refusal ?? ok(transcribeAudio, { transcript: "Je vous écoute.", confidence: 0.9 });
    });
    await openCall();
    await waitFor(() => expect(log()).toHaveTextContent("Je vous écoute."));
    const [first] = sent;
    const next = sent.find(({ chunkId }) => chunkId !== first?.chunkId);
    expect(next?.afterChunkId).toBe(first?.chunkId);
    expect(sent.filter(({ chunkId }) => chunkId === first?.chunkId)).toHaveLength(3);
  });

  test("records and sends nothing where no recognizer is configured, shows that, and logs nothing", async () => {
    page.server.api.on(sttLanguage, () =>
      ok(sttLanguage, { data: { language: "fr", model: "nova-3", configured: false } }),
    );
    const { user } = await openCall();
    expect(await screen.findByText("Not recorded: no recognizer")).toBeVisible();
    expect(screen.queryByText("Recording")).not.toBeInTheDocument();
    for (const name of ["Start recording", "Share call audio"])
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    expect(page.media.recorders).toHaveLength(0);
    await user.selectOptions(screen.getByRole("combobox", { name: "Microphone" }), "Headset");
    await waitFor(() => expect(page.media.streams).toHaveLength(2));
    expect(screen.getByText("Not recorded: no recognizer")).toBeVisible();
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
    expect(page.media.recorders).toHaveLength(0);
    expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(0);
    expect(page.logged).not.toHaveBeenCalled();
  });

  test("is recorded no more once the server answers that it has no recognizer, and nothing is logged", async () => {
    page.server.api.on(transcribeAudio, () => refused("STT_NOT_CONFIGURED", "Transcription is off."));
    await openCall();
    expect(await screen.findByText("Not recorded: no recognizer")).toBeVisible();
    expect(page.server.api.callsOf(transcribeAudio).length).toBeLessThanOrEqual(2);
    expect(status()).toHaveTextContent("Active");
    expect(page.logged).not.toHaveBeenCalled();
  });

  test("is recorded where the server does not answer whether it has a recognizer", async () => {
    page.server.api.on(sttLanguage, () => refused("INTERNAL", "No."));
    await openCall();
    await waitFor(() => expect(page.server.api.callsOf(transcribeAudio)).not.toHaveLength(0));
  });

  test("adds the server's transcripts to the conversation", async () => {
    page.server.api.on(transcribeAudio, () =>
      ok(transcribeAudio, { transcript: "Je vous envoie le devis ce soir.", confidence: 0.88 }),
    );
    await openCall();
    await waitFor(() => expect(log()).toHaveTextContent("Je vous envoie le devis"));
    expect(within(log()).getByText("Julien Carrel")).toBeVisible();
    expect(within(log()).getByText("88%")).toBeVisible();
  });

  test("is chosen, kept in this browser, and changed in the middle of a call", async () => {
    const { user } = await openCall();
    const choice = screen.getByRole("combobox", { name: "Microphone" });
    await within(choice).findByRole("option", { name: "Headset" });
    await user.selectOptions(choice, "Headset");
    await waitFor(() => expect(page.media.asked).toHaveLength(2));
    expect(page.media.asked[1]?.audio).toMatchObject({ deviceId: { exact: "headset" } });
    await waitFor(() => expect(page.media.streams[0]?.track.stopped).toBe(true));
    expect(screen.getByText("Recording")).toBeVisible();
    expect(localStorage.getItem("souffleur.microphone")).toBe("headset");
  });

  test("that is unplugged is replaced, and shown as lost where there is no other", async () => {
    await openCall();
    page.media.unplug();
    await waitFor(() => expect(page.media.streams).toHaveLength(2));
    expect(status()).toHaveTextContent("Active");
    page.media.refusal = new DOMException("none", "NotFoundError");
    page.media.unplug();
    expect(await screen.findByText("The microphone was lost")).toBeVisible();
    expect(status()).toHaveTextContent("Active");
  });

  test("that the device or the system mutes is shown as muted", async () => {
    await openCall();
    expect(await screen.findByText("Recording")).toBeVisible();
    act(() => page.media.mute(true));
    expect(screen.getByText("Muted by the device or the system")).toBeVisible();
    act(() => page.media.mute(false));
    expect(screen.getByText("Recording")).toBeVisible();
  });

  test("is not recording after a reload, and goes on with Resume", async () => {
    const { unmount, stop } = await openCall();
    await screen.findByText("Recording");
    unmount();
    stop();
    const { user } = await open();
    act(() => page.server.announce());
    expect(await screen.findByText("Not recording since you came back")).toBeVisible();
    await user.click(button("Resume"));
    expect(await screen.findByText("Recording")).toBeVisible();
    await user.click(button("Stop recording"));
    expect(screen.getByText("Not recording")).toBeVisible();
  });
});

describe("shared call audio", () => {
  const sentBy = (speaker: "client" | undefined) =>
    page.server.api
      .callsOf(transcribeAudio)
      .filter(({ body }) => (body as { speaker?: string }).speaker === speaker);
  const share = async () => {
    const app = await openCall();
    await app.user.click(button("Share call audio"));
    return app;
  };

  test("is recorded, and its transcripts are the client's lines", async () => {
    page.server.api.on(transcribeAudio, ({ body }) => {
      const transcript = (body as { speaker?: string }).speaker === "client" ? "C'est trop cher." : "";
      return ok(transcribeAudio, { transcript, confidence: 0.91 });
    });
    await share();
    expect(await screen.findByText("Recording the client")).toBeVisible();
    await waitFor(() => expect(log()).toHaveTextContent("C'est trop cher."));
    expect(within(log()).getByText("Hélène Vasseur")).toBeVisible();
    expect(sentBy("client")[0]?.body).toMatchObject({ callId: page.server.call.callId, speaker: "client" });
  });

  test("ends with Stop sharing, with the call, and in the browser's own bar", async () => {
    const { user } = await share();
    await user.click(await screen.findByRole("button", { name: "Stop sharing" }));
    expect(screen.getByText("Not shared")).toBeVisible();
    expect(page.media.shared[0]?.track.stopped).toBe(true);
    expect(screen.getByText("Recording")).toBeVisible();
    await user.click(button("Share call audio"));
    await screen.findByText("Recording the client");
    act(() => page.media.endSharing());
    expect(screen.getByText("Sharing has ended")).toBeVisible();
    await user.click(button("Share call audio"));
    await screen.findByText("Recording the client");
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
  });

  test("that comes without sound, is refused or can't be recorded is reported, and the call goes on", async () => {
    const { user } = await openCall();
    page.media.isSoundless = true;
    await user.click(button("Share call audio"));
    expect(await screen.findByText("It came without sound: share its audio too")).toBeVisible();
    expect(page.media.shared[0]?.picture[0]?.stopped).toBe(true);
    page.media.isSoundless = false;
    page.media.refuseRecording(true);
    await user.click(button("Share call audio"));
    expect(await screen.findByText("What was shared can't be recorded")).toBeVisible();
    expect(page.media.shared[1]?.track.stopped).toBe(true);
    page.media.refusal = new DOMException("denied", "NotAllowedError");
    await user.click(button("Share call audio"));
    expect(await screen.findByText("Nothing was shared")).toBeVisible();
    expect(status()).toHaveTextContent("Active");
  });

  test("that is chosen after the call's end is released", async () => {
    const { user } = await openCall();
    let choose = () => {};
    const chosen = new Promise<void>((resolve) => {
      choose = resolve;
    });
    const { mediaDevices } = navigator;
    const { getDisplayMedia } = mediaDevices;
    mediaDevices.getDisplayMedia = async (options) => {
      await chosen;
      return getDisplayMedia(options);
    };
    await user.click(button("Share call audio"));
    await user.click(button("End Call"));
    await act(async () => choose());
    await waitFor(() => expect(page.media.shared).toHaveLength(1));
    expect(page.media.isReleased()).toBe(true);
  });

  test("is not offered by a browser that can't", async () => {
    Reflect.deleteProperty(navigator.mediaDevices, "getDisplayMedia");
    await openCall();
    expect(screen.getByText("This browser can't share call audio")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Share call audio" })).not.toBeInTheDocument();
  });
});
