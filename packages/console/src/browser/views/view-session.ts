/**
 * One instance of a view: its start in the sandbox, the handshake, and what the host tells it of one call until it is torn down.
 *
 * Sends nothing before the view has initialized. Spec: ext-apps 2026-01-26 #lifecycle
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { viewLimits } from '../../view-limits.js';
import { listOf, numberOf, objectOf, textOf } from '../json.js';
import { keptStateCapability, keptStateNotification, type KeptState } from './kept-state.js';
import type { ShownCall } from './shown-call.js';
import { ViewChannel, ViewRefusal, type PassedMessage, type ViewRequest } from './view-channel.js';
import type { ViewDocument } from './view-document.js';

/** How a view is displayed. */
export type DisplayMode = 'inline' | 'fullscreen' | 'pip';

/** The display modes of this host. */
export const displayModes: readonly DisplayMode[] = ['inline', 'fullscreen', 'pip'];

/** The surroundings of a view. */
export interface ViewSurroundings {
  readonly document: ViewDocument;
  /** The origin of the sandbox. */
  readonly sandboxOrigin: string;
  /** Returns the context as it is now. */
  readonly context: () => JsonObject;
  /** The state that the instance before kept, and that this one keeps. */
  readonly state: KeptState;
  /** Answers the requests that concern the server or the reader. */
  readonly serve: (request: ViewRequest) => Promise<JsonObject>;
  readonly onPassed: (passed: PassedMessage) => void;
  readonly onInitialized: () => void;
  /** Called with the height that the view asks for, in pixels. */
  readonly onHeight: (height: number) => void;
  /** Called when the view asks to be torn down. */
  readonly onLeaving: () => void;
  /** Called with a remark of the sandbox. */
  readonly onRemark: (text: string) => void;
  /** Called once when the view cannot be shown any longer. */
  readonly onStopped: (reason: string) => void;
}

const partialPauseMs = 120;
const protocolVersion = '2026-01-26';
const methodNotFound = -32_601;

export class ViewSession {
  readonly #channel: ViewChannel;
  readonly #startTimer: ReturnType<typeof setTimeout>;
  #isInitialized = false;
  #isClosed = false;
  #isPlaying = false;
  #modes: readonly JsonValue[] | undefined;
  #call: ShownCall | undefined;
  #sent: ShownCall | undefined;

  /** The frame must be of the sandbox, and not have loaded yet. */
  constructor(
    frame: HTMLIFrameElement,
    private readonly around: ViewSurroundings,
  ) {
    this.#channel = new ViewChannel(frame, around.sandboxOrigin, {
      onRequest: (request) => this.#answer(request),
      onNotification: (method, params) => this.#take(method, params),
      onSandbox: (name, params) => this.#takeFromSandbox(name, params),
      onPassed: around.onPassed,
    });
    const unreached =
      `The sandbox at ${around.sandboxOrigin} did not answer. If this server is reached through a tunnel or a proxy, ` +
      'its sandbox must be reached, too.';
    this.#startTimer = setTimeout(() => this.#stop(unreached), viewLimits.startTimeoutMs);
  }

  /** Tells the view what is new of its call, the first one that it is shown. Another call is for another instance. */
  show(call: ShownCall): void {
    if (this.#call && this.#call.id !== call.id) return;
    this.#call = call;
    if (!this.#isInitialized || this.#isClosed || this.#isPlaying) return;
    const sent = this.#sent ?? { id: call.id };
    const isPartial = call.input === undefined && call.partialInput !== sent.partialInput;
    if (isPartial && call.partialInput) this.#tell('tool-input-partial', { arguments: call.partialInput });
    if (call.input !== undefined && sent.input === undefined) this.#tell('tool-input', { arguments: call.input });
    if (call.result !== undefined && sent.result === undefined) this.#tell('tool-result', call.result);
    if (call.cancelled !== undefined && sent.cancelled === undefined)
      this.#tell('tool-cancelled', { reason: call.cancelled });
    this.#sent = call;
  }

  /** Tells the view recorded arguments as a host does while a model writes them. */
  async #play(inputs: readonly JsonObject[]): Promise<void> {
    this.#isPlaying = true;
    for (const input of inputs) {
      this.#tell('tool-input-partial', { arguments: input });
      await new Promise((resolve) => setTimeout(resolve, partialPauseMs));
    }
    this.#isPlaying = false;
    if (this.#call) this.show(this.#call);
  }

  #tell(name: string, params: JsonObject): void {
    this.#channel.notify(`ui/notifications/${name}`, params);
  }

  /** Tells the view which members of its context have changed. */
  changeContext(changed: JsonObject): void {
    if (this.#isInitialized) this.#channel.notify('ui/notifications/host-context-changed', changed);
  }

  /** Returns whether the view can be displayed so: a view that names no modes can in each. */
  supports(mode: DisplayMode): boolean {
    return this.#modes === undefined || this.#modes.includes(mode) || mode === 'inline';
  }

  /** Lets the view end itself, and closes the channel. The caller removes the frame. */
  async end(reason: string): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (!this.#isInitialized) return;
      await this.#channel.request('ui/resource-teardown', { reason }, viewLimits.teardownTimeoutMs);
    } catch {
      // A view that does not answer is ended all the same.
    } finally {
      this.close();
    }
  }

  /** Ends the channel at once. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#startTimer);
    this.#channel.close();
  }

  #stop(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.around.onStopped(reason);
  }

  async #answer(request: ViewRequest): Promise<JsonObject> {
    if (request.method === 'ping') return {};
    if (request.method === 'ui/initialize') return this.#initialize(request.params);
    return this.around.serve(request);
  }

  #initialize({ appCapabilities }: JsonObject): JsonObject {
    if (this.#isInitialized) throw new ViewRefusal('the view has initialized');
    const { availableDisplayModes } = objectOf(appCapabilities);
    this.#modes = Array.isArray(availableDisplayModes) ? listOf(availableDisplayModes) : undefined;
    const { document, state } = this.around;
    const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };
    return {
      protocolVersion,
      hostInfo: { name: 'sigil-console', title: 'Console of Sigil', version: '1.0.0' },
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        message: content,
        updateModelContext: { ...content, structuredContent: {} },
        sandbox: { csp: document.csp, permissions: document.permissions },
        experimental: { [keptStateCapability]: { state: state.values } },
      },
      hostContext: this.around.context(),
    };
  }

  #take(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/initialized') this.#begin();
    else if (method === 'ui/notifications/request-teardown') this.around.onLeaving();
    else if (method === keptStateNotification) this.around.state.keep(params);
    else if (method === 'ui/notifications/size-changed') {
      const height = numberOf(params['height']);
      if (height !== undefined && Number.isFinite(height)) this.around.onHeight(height);
    }
  }

  #begin(): void {
    if (this.#isInitialized) return;
    this.#isInitialized = true;
    this.around.onInitialized();
    void this.#play(this.#call?.partialInputs ?? []);
  }

  #takeFromSandbox(name: string, params: JsonObject): void {
    const reason = textOf(params['reason']) ?? '';
    if (name === 'proxy-ready') this.#load();
    else if (name === 'message-refused') this.around.onRemark(reason);
    else if (name === 'view-stopped') this.#stop(reason);
  }

  #load(): void {
    clearTimeout(this.#startTimer);
    const { html, csp, permissions } = this.around.document;
    const params = { html, csp, permissions, sandbox: 'allow-scripts allow-forms' };
    this.#channel.sendUnlogged({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params });
  }
}

/** @returns the refusal of a method that this host does not have */
export function unknownMethod(method: string): ViewRefusal {
  return new ViewRefusal(`this host has no method "${method}"`, methodNotFound);
}
