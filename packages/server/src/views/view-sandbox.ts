/**
 * The sandbox of views for the readers of pages: a second port on loopback, opened for the first reader that needs it, or the origin that
 * the operator has set.
 */
import { isLoopback, type PageAssets } from '@sigil/console';
import { answerSandbox, sandboxPath, type SandboxAnswer } from './sandbox-page.js';
import type { SandboxPort } from './sandbox-port.js';

/** The sandbox for one reader, or the reason why there is none. */
export type ReaderSandbox = { readonly url: string } | { readonly missing: string };

/** The settings of the sandbox. */
export interface SandboxSettings {
  /** The address that the server listens on. */
  readonly host: string;
  /** The operator's URL of the sandbox; `undefined` uses a port of its own on loopback. */
  readonly sandboxUrl: string | undefined;
  /** Host names of this server besides loopback. */
  readonly allowedHosts: readonly string[];
  /** Called when the port of its own cannot be opened. */
  readonly onError: (error: unknown) => void;
}

/** The addresses that only this machine reaches: a reader elsewhere, or one outside of a container, reaches no other port either. */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const notOnLoopback =
  'A view needs a sandbox at another origin. This server is not reached on loopback, so its operator must set "sandboxUrl"; of sigil dev and sigil serve, --sandbox-url.';
const notOpened = 'A view needs a sandbox at another origin, whose port could not be opened; the log has the reason.';

export class ViewSandbox {
  #port: Promise<SandboxPort> | undefined;

  constructor(private readonly settings: SandboxSettings) {}

  /**
   * Chooses the sandbox for a reader.
   *
   * @param origin at which the reader reached the pages
   * @param assets of the console
   */
  async at(origin: string, assets: () => PageAssets): Promise<ReaderSandbox> {
    const { host, sandboxUrl, onError } = this.settings;
    if (sandboxUrl !== undefined) return { url: `${sandboxUrl}${sandboxPath}` };
    const { hostname } = new URL(origin);
    if (!loopbackHosts.has(host) || !isLoopback(hostname)) return { missing: notOnLoopback };
    try {
      const { port } = await (this.#port ??= this.#open(assets));
      // The other name of this machine, so that not even a cookie is shared: cookies do not know ports.
      return { url: `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}${sandboxPath}` };
    } catch (error) {
      this.#port = undefined;
      onError(error);
      return { missing: notOpened };
    }
  }

  /** Answers a request that reached the main port under the host of the operator's URL; `undefined` for any other. */
  answer(host: string, url: string, assets: () => PageAssets): SandboxAnswer | undefined {
    const { sandboxUrl, allowedHosts } = this.settings;
    if (sandboxUrl === undefined) return undefined;
    const own = new URL(sandboxUrl);
    if (host.toLowerCase() !== own.host) return undefined;
    return answerSandbox({ url, own: own.origin, allowedHosts }, assets);
  }

  async close(): Promise<void> {
    const opened = await this.#port?.catch(() => undefined);
    this.#port = undefined;
    await opened?.close();
  }

  async #open(assets: () => PageAssets): Promise<SandboxPort> {
    const { openSandboxPort } = await import('./sandbox-port.js');
    const { allowedHosts, onError } = this.settings;
    return openSandboxPort((host, url) => {
      // Only its own names: a page that rebinds DNS to this machine has another.
      const isOwn = /^(?:localhost|127\.0\.0\.1):\d+$/.test(host);
      return isOwn ? answerSandbox({ url, own: `http://${host}`, allowedHosts }, assets) : undefined;
    }, onError);
  }
}
