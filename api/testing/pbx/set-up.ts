import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tools/network.ts";
import { type FakeRecognizer, startFakeRecognizer } from "../transcription/fake-recognizer.ts";
import { type Asterisk, startAsterisk } from "./asterisk.ts";
import { agentAccount, type Product, secondAccount, startProduct } from "./product.ts";
import { createListener } from "./sentence-listener.ts";
import { recording, type Sentence, speak } from "./speech.ts";
import { prepareTelephones } from "./telephones.ts";

/** The client says the first and the third, the agent the second. */
export const texts = [
  "Bonjour je voudrais un devis pour dix postes.",
  "Bien sûr quel est votre budget pour ce projet.",
  "Nous avons prévu deux mille euros par mois.",
];
/** The length of the recordings, which are repeated. */
const roundMs = 15_000;

interface Pbx {
  folder: string;
  /** The product's. */
  port: number;
  sentences: Sentence[];
  asterisk: Asterisk;
  telephones: Awaited<ReturnType<typeof prepareTelephones>>;
  recognizer: FakeRecognizer;
  product: Product;
  /** All samples that the recognizer received in this test, by channel: 0 is the client's, 1 the agent's. */
  samples: number[][];
  /** Starts the product again. */
  start(env?: Record<string, string>): Promise<void>;
}

/** What the tests of a file call through. */
export const pbx = {
  async start(env = {}) {
    pbx.product = await startProduct({ ...pbx, env });
  },
} as Pbx;

/** Starts an Asterisk with telephones, a recognizer and the product for the tests of a file. */
export function preparePbx(): void {
  beforeAll(async () => {
    pbx.folder = await mkdtemp(join(tmpdir(), "souffleur-pbx-"));
    pbx.sentences = await speak(pbx.folder, texts);
    pbx.port = await freePort();
    pbx.asterisk = await startAsterisk({
      folder: pbx.folder,
      apiPort: pbx.port,
      agent: agentAccount.email,
      second: secondAccount.email,
    });
    const [first, second, third] = pbx.sentences as [Sentence, Sentence, Sentence];
    pbx.telephones = await prepareTelephones({
      ...pbx,
      audio: {
        client: recording(roundMs, [
          [1500, first],
          [9500, third],
        ]),
        agent: recording(roundMs, [[5500, second]]),
      },
    });
    const listener = createListener(pbx.sentences, (channel, received) =>
      pbx.samples[channel]?.push(...received),
    );
    pbx.recognizer = await startFakeRecognizer(0, listener);
    await pbx.start();
  }, 120_000);
  beforeEach(() => {
    pbx.samples = [[], []];
  });
  afterAll(async () => {
    await pbx.product?.stop();
    await pbx.asterisk?.stop();
    await pbx.recognizer?.close();
    await rm(pbx.folder, { recursive: true, force: true });
  });
}
