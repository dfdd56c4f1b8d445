/**
 * Answers the requests of a view: calls and reads go to the server of its tool, and everything that reaches further is the reader's decision.
 */
import type { JsonObject } from '@sigil/core';
import { objectOf, textOf } from '../json.js';
import { sendRequest, type Question, type RequestEvents, type ServerAddress } from '../run/send-request.js';
import { isForViews } from './tool-view.js';
import { readFiles, readLink, saveFiles, type Decision, type ViewAsk } from './view-asks.js';
import { ViewRefusal, type ViewRequest } from './view-channel.js';
import { displayModes, unknownMethod, type DisplayMode } from './view-session.js';

/** The parts that answer a view. */
export interface ViewServices {
  readonly server: ServerAddress;
  /** Finds a tool as its server lists it. */
  readonly findTool: (name: string) => Promise<JsonObject | undefined>;
  /** Lets the reader decide; a request that ends meanwhile is refused. */
  readonly decide: (ask: ViewAsk, signal: AbortSignal) => Promise<Decision>;
  /** The requests that the reader allows this view from now on: calls of a tool as it is defined, and `resources`. */
  readonly allowed: Set<string>;
  readonly onQuestion: (question: Question) => Promise<JsonObject>;
  /** Changes the display mode if it can be. @returns the mode afterwards */
  readonly changeMode: (mode: DisplayMode) => DisplayMode;
  readonly onModelContext: (context: JsonObject) => void;
}

const invalidParams = -32_602;

export async function serveView(services: ViewServices, request: ViewRequest): Promise<JsonObject> {
  const { method, params } = request;
  if (method === 'tools/call') return callTool(services, request);
  if (method === 'resources/read') return readResource(services, textOf(params['uri']) ?? '', request);
  if (method === 'ui/open-link') return openLink(services, request);
  if (method === 'ui/download-file') return download(services, request);
  if (method === 'ui/request-display-mode') return { mode: services.changeMode(readMode(params['mode'])) };
  // The log shows each, and this host has no model to pass them to.
  if (method === 'ui/message') return {};
  if (method === 'ui/update-model-context') {
    services.onModelContext(params);
    return {};
  }
  throw unknownMethod(method);
}

async function callTool(services: ViewServices, { params, signal, report }: ViewRequest): Promise<JsonObject> {
  const name = textOf(params['name']) ?? '';
  const args = objectOf(params['arguments']);
  const tool = await services.findTool(name);
  if (!tool) throw new ViewRefusal(`the server has no tool "${name}"`, invalidParams);
  if (!isForViews(tool)) throw new ViewRefusal(`the tool "${name}" is not for views`);
  // A tool that is defined otherwise asks again.
  await requireConsent(services, `tool ${JSON.stringify(tool)}`, { kind: 'call', tool, args }, signal);
  const onProgress: RequestEvents['onProgress'] = (progress) => report({ ...progress });
  return send(services, { method: 'tools/call', tool, args }, { signal, onProgress });
}

async function readResource(services: ViewServices, uri: string, { signal }: ViewRequest): Promise<JsonObject> {
  await requireConsent(services, 'resources', { kind: 'read', uri }, signal);
  return send(services, { method: 'resources/read', params: { uri } }, { signal, onProgress: () => undefined });
}

/** @param what the name of the request in `allowed` */
async function requireConsent(
  { allowed, decide }: ViewServices,
  what: string,
  ask: ViewAsk,
  signal: AbortSignal,
): Promise<void> {
  if (allowed.has(what)) return;
  const decision = await decide(ask, signal);
  if (decision === 'refused') throw new ViewRefusal('the user refused');
  if (decision === 'always') allowed.add(what);
}

function send(
  { server, onQuestion }: ViewServices,
  request: Parameters<typeof sendRequest>[1],
  events: Pick<RequestEvents, 'signal' | 'onProgress'>,
): Promise<JsonObject> {
  return sendRequest(server, request, { ...events, onQuestion, onSent: () => undefined, onLog: () => undefined });
}

async function openLink(services: ViewServices, { params, signal }: ViewRequest): Promise<JsonObject> {
  // The reader opens it by following a link, so the browser takes no popup for another.
  const decision = await services.decide({ kind: 'link', url: readLink(params['url']) }, signal);
  if (decision === 'refused') throw new ViewRefusal('the user did not open the page');
  return {};
}

async function download(services: ViewServices, request: ViewRequest): Promise<JsonObject> {
  const files = await readFiles(request.params['contents'], (uri) => readResource(services, uri, request));
  const decision = await services.decide({ kind: 'download', files }, request.signal);
  if (decision === 'refused') throw new ViewRefusal('the user did not save the files');
  saveFiles(files);
  return {};
}

function readMode(given: unknown): DisplayMode {
  const mode = displayModes.find((it) => it === given);
  if (mode) return mode;
  throw new ViewRefusal(`"mode" must be one of ${displayModes.join(', ')}`, invalidParams);
}
