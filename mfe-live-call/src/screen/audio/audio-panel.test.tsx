import { endSimulation, startSimulation, sttLanguage, transcribeAudio } from "@souffleur/contracts";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  button,
  closePage,
  log,
  open,
  openCall,
  page,
  preparePages,
  status,
} from "../../testing/open-screen.tsx";

preparePages();

describe("the microphone", () => {
  test("that can't be used causes the alert, returns to the waiting screen, and starts no simulation", async () => {
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
      ageMs: expect.any(Number),
      chunkId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
    expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(1);
  });

  test("is sent again after a failure of the database or a proxy, the next chunk names the previous one, and the transcript is a line", async () => {
    const refusals = [
      refused("DATABASE_UNAVAILABLE", "The service is briefly unavailable."),
      { status: 502, body: { error: "The upstream is down.", code: "UPSTREAM_DOWN" } },
    ];
    const sent: { chunkId: string; afterChunkId?: string }[] = [];
    const nextChunk = deferred();
    page.server.api.on(transcribeAudio, async ({ body }) => {
      const chunk = body as (typeof sent)[number];
      sent.push(chunk);
      if (chunk.chunkId !== sent[0]?.chunkId) nextChunk.resolve();
      const refusal = refusals.shift();
      if (refusal === undefined) await nextChunk.promise;
      return refusal ?? ok(transcribeAudio, { transcript: "Je vous écoute.", confidence: 0.9 });
    });
    await openCall();
    await waitFor(() => expect(log()).toHaveTextContent("Je vous écoute."));
    expect(within(log()).getByText("Julien Carrel")).toBeVisible();
    expect(within(log()).getByText("90%")).toBeVisible();
    const [first] = sent;
    const next = sent.find(({ chunkId }) => chunkId !== first?.chunkId);
    expect(next?.afterChunkId).toBe(first?.chunkId);
    expect(sent.filter(({ chunkId }) => chunkId === first?.chunkId)).toHaveLength(3);
  });

  test("is recorded and sent from the start until the server answers that it has no recognizer", async () => {
    const speech = { language: "fr", model: "nova-3", configured: false } as const;
    page.server.api.answer(sttLanguage, () => ({ data: speech }));
    const answer = deferred();
    page.server.api.on(transcribeAudio, async () => {
      await answer.promise;
      return refused("STT_NOT_CONFIGURED", "Transcription is off.");
    });
    const { user } = await openCall();
    expect(await screen.findByText("Recording")).toBeInTheDocument();
    await waitFor(() => expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(1));
    answer.resolve();
    expect(await screen.findByText("Nothing hears this call")).toBeVisible();
    // In the panel, with what helps.
    expect(
      await screen.findByText(/^Nothing hears this call: this browser recognizes no speech/),
    ).toBeInTheDocument();
    expect(page.media.recorders.every(({ state }) => state === "inactive")).toBe(true);
    for (const name of ["Start recording", "Stop recording", "Share call audio"])
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    const sent = page.server.api.callsOf(transcribeAudio).length;
    const recorded = page.media.recorders.length;
    await user.selectOptions(screen.getByRole("combobox", { name: "Microphone" }), "Headset");
    await waitFor(() => expect(page.media.streams).toHaveLength(2));
    expect(screen.getByText("Nothing hears this call")).toBeInTheDocument();
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
    expect(page.media.recorders).toHaveLength(recorded);
    expect(page.server.api.callsOf(transcribeAudio)).toHaveLength(sent);
    expect(page.logged).not.toHaveBeenCalled();
  });

  test("whose recording is refused for good is not shown as recording, until the server accepts one", async () => {
    const refusals = [
      refused("UNSUPPORTED_MEDIA_TYPE", "Audio must be one of: audio/wav, audio/webm."),
      { status: 413, body: "<html>" },
    ];
    page.server.api.on(
      transcribeAudio,
      () => refusals.shift() ?? ok(transcribeAudio, { transcript: "", confidence: 0 }),
    );
    await openCall();
    const text = "Not transcribed: Audio must be one of: audio/wav, audio/webm.";
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText("Recording")).not.toBeInTheDocument();
    const tooLarge = /^Not transcribed: Request failed with status 413/;
    expect(await screen.findByText(tooLarge)).toBeVisible();
    expect(status()).toHaveTextContent("Active");
    expect(await screen.findByText("Recording")).toBeInTheDocument();
    expect(page.alerts).toEqual([]);
  });

  test("is recorded in a browser that refuses an AudioContext or to list its microphones", async () => {
    const refuse = () => {
      throw new DOMException("too many", "NotSupportedError");
    };
    Object.assign(globalThis, { AudioContext: jest.fn(refuse) });
    page.stops.push(() => Reflect.deleteProperty(globalThis, "AudioContext"));
    navigator.mediaDevices.enumerateDevices = () => {
      throw new TypeError("no");
    };
    Object.assign(navigator.mediaDevices, { addEventListener: undefined, removeEventListener: undefined });
    await openCall();
    expect(await screen.findByText("Recording")).toBeInTheDocument();
    await waitFor(() => expect(page.server.api.callsOf(transcribeAudio)).not.toHaveLength(0));
    expect(page.alerts).toEqual([]);
  });

  test("whose recorder names no type is sent all the same", async () => {
    page.media.support([]);
    page.media.callRecordings("");
    await openCall();
    await waitFor(() =>
      expect(page.server.api.callsOf(transcribeAudio)[0]?.body).toMatchObject({ mimeType: "" }),
    );
  });

  test("can be changed during a call, and the choice is kept in this browser", async () => {
    const { user } = await openCall();
    const choice = screen.getByRole("combobox", { name: "Microphone" });
    await within(choice).findByRole("option", { name: "Headset" });
    await user.selectOptions(choice, "Headset");
    await waitFor(() => expect(page.media.asked).toHaveLength(2));
    expect(page.media.asked[1]?.audio).toMatchObject({ deviceId: { exact: "headset" } });
    await waitFor(() => expect(page.media.streams[0]?.track.stopped).toBe(true));
    expect(screen.getByText("Recording")).toBeInTheDocument();
    expect(localStorage.getItem("souffleur.microphone")).toBe("headset");
  });

  test("that is unplugged is replaced, or shown as lost if there is no other", async () => {
    await openCall();
    page.media.unplug();
    await waitFor(() => expect(page.media.streams).toHaveLength(2));
    expect(status()).toHaveTextContent("Active");
    page.media.refusal = new DOMException("none", "NotFoundError");
    page.media.unplug();
    expect(await screen.findByText("The microphone was lost")).toBeVisible();
    expect(status()).toHaveTextContent("Active");
  });

  test("is shown as it is recorded, also where the chosen headset leaves and comes back", async () => {
    const { user } = await openCall();
    const choice = screen.getByRole("combobox", { name: "Microphone" });
    await within(choice).findByRole("option", { name: "Headset" });
    await user.selectOptions(choice, "Headset");
    await waitFor(() => expect(choice).toHaveDisplayValue("Headset"));
    act(() => page.media.unplug());
    await waitFor(() => expect(within(choice).queryByRole("option", { name: "Headset" })).toBeNull());
    act(() => page.media.plug("headset"));
    await within(choice).findByRole("option", { name: "Headset" });
    // The default is still recorded.
    expect(page.media.streams).toHaveLength(3);
    expect(choice).toHaveDisplayValue("System default");
    await user.selectOptions(choice, "Headset");
    await waitFor(() => expect(choice).toHaveDisplayValue("Headset"));
    expect(page.media.asked.at(-1)?.audio).toMatchObject({ deviceId: { exact: "headset" } });
  });

  test("that is muted by the device or the system is shown as muted", async () => {
    await openCall();
    expect(await screen.findByText("Recording")).toBeInTheDocument();
    act(() => page.media.mute(true));
    expect(screen.getByText("Muted by the device or the system")).toBeVisible();
    act(() => page.media.mute(false));
    expect(screen.getByText("Recording")).toBeInTheDocument();
  });

  describe("after a reload", () => {
    async function reload() {
      const { unmount, stop } = await openCall();
      await screen.findByText("Recording");
      closePage({ unmount, stop });
      const { user } = await open();
      act(() => page.server.announce());
      const resume = await screen.findByRole("button", { name: "Resume" });
      expect(screen.getByText("Not recording since you came back")).toBeVisible();
      return { user, resume };
    }
    const pressTwice = (control: HTMLElement) =>
      act(async () => {
        control.click();
        control.click();
      });

    test("is not recorded until Resume is pressed", async () => {
      const { user, resume } = await reload();
      await user.click(resume);
      expect(await screen.findByText("Recording")).toBeInTheDocument();
      await user.click(button("Stop recording"));
      expect(screen.getByText("Not recording")).toBeInTheDocument();
    });

    test("is recorded once where Resume is pressed twice while it is being opened", async () => {
      const { resume } = await reload();
      const { length } = page.media.recorders;
      await pressTwice(resume);
      expect(await screen.findByText("Recording")).toBeInTheDocument();
      expect(page.media.recorders).toHaveLength(length + 1);
      expect(status()).toHaveTextContent("Active");
    });

    test("is reported as refused once where Resume is pressed twice", async () => {
      const { resume } = await reload();
      page.media.refusal = new DOMException("denied", "NotAllowedError");
      await pressTwice(resume);
      await waitFor(() => expect(page.alerts).toHaveLength(1));
      // The second press is answered after the first one.
      await act(async () => {});
      expect(page.alerts).toHaveLength(1);
      expect(screen.getByText("Not recording since you came back")).toBeVisible();
    });
  });
});

describe("shared call audio", () => {
  const share = async () => {
    const app = await openCall();
    await app.user.click(button("Share call audio"));
    return app;
  };

  test("is recorded, and its transcripts are the client's lines", async () => {
    page.server.api.answer(transcribeAudio, ({ body }) => {
      const isClient = (body as { speaker?: string }).speaker === "client";
      return { transcript: isClient ? "C'est trop cher." : "", confidence: 0.91 };
    });
    await share();
    expect(await screen.findByText("Recording the client")).toBeInTheDocument();
    await waitFor(() => expect(log()).toHaveTextContent("C'est trop cher."));
    expect(within(log()).getByText("Hélène Vasseur")).toBeVisible();
    const sent = page.server.api.callsOf(transcribeAudio).map(({ body }) => body);
    expect(sent).toContainEqual(
      expect.objectContaining({ callId: page.server.call.callId, speaker: "client" }),
    );
  });

  test("ends with Stop sharing, with the call, and with the browser's own control", async () => {
    const { user } = await share();
    await user.click(await screen.findByRole("button", { name: "Stop sharing" }));
    expect(screen.getByText("Not shared")).toBeInTheDocument();
    expect(page.media.shared[0]?.track.stopped).toBe(true);
    expect(screen.getByText("Recording")).toBeInTheDocument();
    await user.click(button("Share call audio"));
    await screen.findByText("Recording the client");
    act(() => page.media.endSharing());
    expect(screen.getByText("Sharing has ended")).toBeInTheDocument();
    await user.click(button("Share call audio"));
    await screen.findByText("Recording the client");
    await user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
  });

  test("that has no sound, is refused or can't be recorded is reported, and the call continues", async () => {
    const { user } = await openCall();
    page.media.isSoundless = true;
    await user.click(button("Share call audio"));
    expect(await screen.findByText("It came without sound: share its audio too")).toBeInTheDocument();
    expect(page.media.shared[0]?.picture[0]?.stopped).toBe(true);
    page.media.isSoundless = false;
    page.media.refuseRecording(true);
    await user.click(button("Share call audio"));
    expect(await screen.findByText("What was shared can't be recorded")).toBeInTheDocument();
    expect(page.media.shared[1]?.track.stopped).toBe(true);
    page.media.refusal = new DOMException("denied", "NotAllowedError");
    await user.click(button("Share call audio"));
    expect(await screen.findByText("Nothing was shared")).toBeInTheDocument();
    expect(status()).toHaveTextContent("Active");
  });

  test("that is chosen after the call's end is released", async () => {
    const { user } = await openCall();
    const choice = deferred();
    const { mediaDevices } = navigator;
    const { getDisplayMedia } = mediaDevices;
    mediaDevices.getDisplayMedia = async (options) => {
      await choice.promise;
      return getDisplayMedia(options);
    };
    await user.click(button("Share call audio"));
    await user.click(button("End Call"));
    await act(async () => choice.resolve());
    await waitFor(() => expect(page.media.shared).toHaveLength(1));
    expect(page.media.isReleased()).toBe(true);
  });

  test("is not offered in a browser that can't share it", async () => {
    Reflect.deleteProperty(navigator.mediaDevices, "getDisplayMedia");
    await openCall();
    expect(screen.getByText("This browser can't share call audio")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Share call audio" })).not.toBeInTheDocument();
  });
});
