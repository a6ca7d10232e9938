import { screen } from "@testing-library/react";
import type { RemoteModule } from "../routing.ts";
import { type RenderedApp, type RenderOptions, renderApp, startApi } from "./render-app.tsx";

type Options = Omit<RenderOptions, "path">;

/** For the tests of a file: each has a server of its own, without handlers at first, and may open a page of the remote. */
export function testPage(remote: RemoteModule, defaults: Options = {}) {
  const api = {} as Awaited<ReturnType<typeof startApi>>;
  let stop = () => {};
  beforeEach(async () => void Object.assign(api, await startApi()));
  afterEach(async () => {
    stop();
    jest.useRealTimers();
    await api.close();
  });
  return {
    /** The server of the current test. */
    api,
    async open(path: string, options: Options = {}): Promise<RenderedApp> {
      stop();
      const app = await renderApp(remote, { ...defaults, ...options, path });
      stop = app.stop;
      return app;
    },
    button: (name: string | RegExp): HTMLElement => screen.getByRole("button", { name }),
  };
}
