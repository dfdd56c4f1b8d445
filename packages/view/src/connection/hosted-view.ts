/**
 * A view over its connection: the requests that it sends, and the notifications that it keeps for listeners.
 */
import type { ContentBlock, ResourceContents, ToolAnswer } from '../content.js';
import type { DisplayMode, Host, HostCapabilities, HostContext } from '../host.js';
import { ViewError } from '../view-error.js';
import type { CallArguments, NamedTool, ViewTool } from '../view-tool.js';
import type { DownloadedFile, LogLevel, ModelContext, OpeningCall, RequestOptions, Stop, View } from '../view.js';
import { openStyles } from '../page/apply-styles.js';
import { openLinks } from '../page/open-links.js';
import { reportSize } from '../page/report-size.js';
import { HostConnection, isObject, type HostWindow } from './host-connection.js';
import { KeptState } from './kept-state.js';
import { OpeningCalls } from './opening-call.js';
import { readAnswer, readResult } from './tool-result.js';

const unknownHost: Host = { name: 'the host', version: '', capabilities: {}, context: {} };

/** A view, which is of use once `initialize` has returned. */
export class HostedView implements View {
  readonly #connection: HostConnection;
  readonly #openingCalls = new OpeningCalls(() => this.#host);
  readonly #hostListeners = new Set<(host: Host) => void>();
  readonly #teardownHandlers = new Set<() => void | Promise<void>>();
  #host = unknownHost;
  #stopReporting: Stop | undefined;
  #keptState = new KeptState({});

  constructor(window: HostWindow) {
    this.#connection = new HostConnection(window, {
      answer: (method) => this.#answer(method),
      notice: (method, params) => this.#notice(method, params),
    });
  }

  /** Shakes hands with the host. */
  async initialize(params: object, timeoutMs: number): Promise<void> {
    const answer = await this.#connection.request('ui/initialize', params, { timeoutMs });
    if (!isObject(answer)) throw new ViewError('malformed', 'the host has not described itself');
    const { hostInfo, hostCapabilities, hostContext } = answer;
    const info = isObject(hostInfo) ? hostInfo : {};
    this.#host = {
      name: String(info['title'] ?? info['name'] ?? unknownHost.name),
      version: String(info['version'] ?? ''),
      // Sound enough: members are looked for one by one, and absent ones are not used.
      capabilities: (isObject(hostCapabilities) ? hostCapabilities : {}) as HostCapabilities,
      context: (isObject(hostContext) ? hostContext : {}) as HostContext,
    };
    this.#keptState = new KeptState(this.#host.capabilities);
    this.notify('ui/notifications/initialized');
  }

  /** Gives the page the host's theme, variables and fonts, now and at each change. */
  useStyles(): void {
    const apply = openStyles(document.documentElement);
    apply(this.#host.context);
    this.onHostChange(({ context }) => apply(context));
  }

  /** Reports the page's size, now and at each change. */
  reportSize(): void {
    this.#stopReporting = reportSize((size) => this.notify('ui/notifications/size-changed', size));
  }

  /** Opens the links of the page, if the host opens links at all. */
  openLinks(): void {
    if (!this.#host.capabilities.openLinks) return;
    openLinks((url) => {
      this.openLink(url).catch(() => {
        // The user has refused, as with a link that is not followed.
      });
    });
  }

  get host(): Host {
    return this.#host;
  }

  onHostChange(listener: (host: Host) => void): Stop {
    return addTo(this.#hostListeners, listener);
  }

  onTeardown(handler: () => void | Promise<void>): Stop {
    return addTo(this.#teardownHandlers, handler);
  }

  watch<Input, Result>(tool: NamedTool<Input, Result>, listener: (call: OpeningCall<Input, Result>) => void): Stop {
    return this.#openingCalls.watch(tool, listener);
  }

  onResult<Input, Result>(
    tool: NamedTool<Input, Result>,
    listener: (result: Result, content: readonly ContentBlock[]) => void,
  ): Stop {
    return this.watch(tool, (call) => {
      // Sound: a call without an error whose content is there has a result.
      if (call.content && !call.error && !call.cancelled) listener(call.result as Result, call.content);
    });
  }

  async call<Input, Result>(
    tool: ViewTool<Input, Result>,
    ...[input, options]: CallArguments<NoInfer<Input>, RequestOptions>
  ): Promise<Result> {
    // Sound: a tool's input is an object.
    return readResult(tool, await this.callTool(tool.name, input as Readonly<Record<string, unknown>>, options));
  }

  async callTool(
    name: string,
    input: Readonly<Record<string, unknown>> = {},
    options?: RequestOptions,
  ): Promise<ToolAnswer> {
    this.#require('serverTools', 'call tools');
    return readAnswer(await this.request('tools/call', { name, arguments: input }, options));
  }

  async readResource(uri: string, options?: RequestOptions): Promise<readonly ResourceContents[]> {
    this.#require('serverResources', 'read resources');
    const answer = await this.request('resources/read', { uri }, options);
    // Sound: the host passes on the answer of a server, which it has checked.
    return isObject(answer) ? ((answer['contents'] ?? []) as readonly ResourceContents[]) : [];
  }

  async openLink(url: string, options?: RequestOptions): Promise<void> {
    this.#require('openLinks', 'open links');
    await this.#ask('ui/open-link', { url }, options);
  }

  async sendMessage(content: string | readonly ContentBlock[], options?: RequestOptions): Promise<void> {
    this.#require('message', 'send messages');
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    await this.#ask('ui/message', { role: 'user', content: blocks }, options);
  }

  async updateModelContext(context: ModelContext, options?: RequestOptions): Promise<void> {
    this.#require('updateModelContext', 'change the context of the model');
    await this.#ask('ui/update-model-context', context, options);
  }

  async requestDisplayMode(mode: DisplayMode, options?: RequestOptions): Promise<DisplayMode> {
    const { availableDisplayModes } = this.#host.context;
    if (availableDisplayModes?.includes(mode) === false) throw this.#unsupported(`be shown ${mode}`);
    const answer = await this.#ask('ui/request-display-mode', { mode }, options);
    return (answer['mode'] ?? mode) as DisplayMode;
  }

  async downloadFile({ name, mimeType, content }: DownloadedFile, options?: RequestOptions): Promise<void> {
    this.#require('downloadFile', 'start downloads');
    const uri = `file:///${encodeURIComponent(name)}`;
    const data = typeof content === 'string' ? { text: content } : { blob: toBase64(content) };
    const contents = [{ type: 'resource', resource: { uri, mimeType, ...data } }];
    await this.#ask('ui/download-file', { contents }, options);
  }

  requestTeardown(): void {
    this.notify('ui/notifications/request-teardown');
  }

  log(level: LogLevel, data: unknown): void {
    if (this.#host.capabilities.logging) this.notify('notifications/message', { level, data });
  }

  request(method: string, params?: object, options?: RequestOptions): Promise<unknown> {
    return this.#connection.request(method, params, options);
  }

  /** Sends a notification of the protocol. */
  notify(method: string, params?: object): void {
    this.#connection.notify(method, params);
  }

  keptState(name: string): unknown {
    return this.#keptState.find(name);
  }

  keepState(name: string, value: unknown): void {
    if (this.#keptState.keep(name, value)) this.notify(KeptState.notification, { name, value });
  }

  close(): void {
    this.#stopReporting?.();
    this.#connection.close();
  }

  /** Sends a request that the host, or the person in front of it, may refuse in its answer. */
  async #ask(method: string, params: object, options?: RequestOptions): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.request(method, params, options);
    if (!isObject(answer)) return {};
    if (answer['isError']) throw new ViewError('refused', `${this.#host.name} has refused "${method}"`);
    return answer;
  }

  #require(capability: keyof HostCapabilities, action: string): void {
    if (!this.#host.capabilities[capability]) throw this.#unsupported(action);
  }

  #unsupported(action: string): ViewError {
    return new ViewError('unsupported', `${this.#host.name} does not let views ${action}`);
  }

  #answer(method: string): Promise<object> | undefined {
    if (method === 'ping') return Promise.resolve({});
    return method === 'ui/resource-teardown' ? this.#tearDown() : undefined;
  }

  /** Runs all handlers; one that fails does not keep the host waiting. */
  async #tearDown(): Promise<object> {
    const outcomes = await Promise.allSettled([...this.#teardownHandlers].map(async (handler) => handler()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') reportError(outcome.reason);
    return {};
  }

  #notice(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method !== 'ui/notifications/host-context-changed') return this.#openingCalls.notice(method, params);
    this.#host = { ...this.#host, context: { ...this.#host.context, ...params } };
    for (const listener of this.#hostListeners) listener(this.#host);
    if (params['toolInfo']) this.#openingCalls.report();
  }
}

function addTo<Listener>(listeners: Set<Listener>, listener: Listener): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
