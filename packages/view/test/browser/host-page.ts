/**
 * The page of a host: the official bridge, a frame with the view, and a record of what reaches the host.
 */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

type Capabilities = ConstructorParameters<typeof AppBridge>[2];
type Context = NonNullable<ConstructorParameters<typeof AppBridge>[3]>['hostContext'];

/** How the host of a test is. */
export interface HostSettings {
  readonly html: string;
  readonly capabilities: NonNullable<Capabilities>;
  readonly context?: NonNullable<Context>;
  /** The answers of tools, by name; a tool without one is never answered. */
  readonly tools?: Readonly<Record<string, object>>;
}

/** A message of the view, as the bridge has read it. */
export interface SeenMessage {
  readonly kind: string;
  readonly params: unknown;
}

/** The host, for tests. */
export interface TestHost {
  readonly bridge: AppBridge;
  readonly seen: SeenMessage[];
  readonly frame: HTMLIFrameElement;
}

declare global {
  interface Window {
    host: TestHost;
    openHost(settings: HostSettings): Promise<void>;
  }
}

window.openHost = async ({ html, capabilities, context, tools = {} }) => {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.style.cssText = 'width: 400px; height: 300px; border: 0';
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: 'Test host', version: '2.0.0' }, capabilities, {
    ...(context && { hostContext: context }),
  });
  const seen: SeenMessage[] = [];
  const note = (kind: string, params: unknown): void => void seen.push({ kind, params });
  bridge.oncalltool = async (params, { mcpReq }) => {
    note('call', params);
    const progressToken = params._meta?.progressToken;
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
    }
    const answer = tools[params.name];
    if (answer) return { content: [], ...answer };
    mcpReq.signal.addEventListener('abort', () => note('aborted', params));
    return new Promise(() => undefined);
  };
  bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: `read ${uri}` }] });
  bridge.onopenlink = async (params) => {
    note('link', params);
    return params.url.startsWith('https:') ? {} : { isError: true };
  };
  // The bridge answers with what this one handler returns.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  bridge.onmessage = async (params) => {
    note('message', params);
    return {};
  };
  bridge.ondownloadfile = async (params) => {
    note('file', params);
    return {};
  };
  bridge.onupdatemodelcontext = async (params) => {
    note('context', params);
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    note('mode', mode);
    return { mode: mode === 'fullscreen' ? 'fullscreen' : 'inline' };
  };
  bridge.addEventListener('sizechange', (params) => note('size', params));
  bridge.addEventListener('requestteardown', () => note('teardown wanted', undefined));
  bridge.addEventListener('loggingmessage', (params) => note('log', params));
  const ready = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()));
  window.host = { bridge, seen, frame };
  // The frame's window is there before its page.
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
  frame.srcdoc = html;
  await ready;
};
