/**
 * The script of the sandbox's page, a frame of another origin than the console. It shows one view in a frame of its own and passes
 * messages between the two, each of which only it can reach.
 *
 * The view's frame has an opaque origin: it shares no storage, no cookie and no object with any other page, this one included. Its policy is
 * that of this page, which the server wrote from the hosts that the view declares.
 * Spec: ext-apps 2026-01-26 #sandbox-proxy
 */
import { viewLimits } from '../../view-limits.js';
import { newTokenBucket } from './token-bucket.js';

const reserved = 'ui/notifications/sandbox-';
/** Forms work without being sent anywhere, which the policy forbids. No view may have more, whatever the host asks for. */
const allowedFlags: ReadonlySet<string> = new Set(['allow-scripts', 'allow-forms']);
const features: Readonly<Record<string, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

const host = document.documentElement.dataset['host'] ?? '';
let frame: HTMLIFrameElement | undefined;
const now = (): number => performance.now();
const takeMessage = newTokenBucket(viewLimits.messageBurst, viewLimits.messagesPerSecond, now);
const takeCharacters = newTokenBucket(viewLimits.characterBurst, viewLimits.charactersPerSecond, now);

globalThis.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source === parent && origin === host) takeFromHost(data);
  // An opaque origin is "null" in messages. Frames inside the view are no sources of its messages.
  else if (frame?.isConnected && source === frame.contentWindow && origin === 'null') takeFromView(data);
});
notifyHost('proxy-ready', {});

function takeFromHost(message: unknown): void {
  if (!isObject(message)) return;
  const { method, params } = message;
  if (method === `${reserved}resource-ready`) {
    if (!frame && isObject(params)) frame = showView(params);
    return;
  }
  if (typeof method === 'string' && method.startsWith(reserved)) return;
  // The only target origin that covers an opaque one. A frame that has left is removed below.
  frame?.contentWindow?.postMessage(message, '*');
}

function showView({ html, sandbox, permissions }: Record<string, unknown>): HTMLIFrameElement {
  const view = document.createElement('iframe');
  const flags =
    typeof sandbox === 'string' ? sandbox.split(/\s+/).filter((flag) => allowedFlags.has(flag)) : allowedFlags;
  view.setAttribute('sandbox', [...flags].join(' '));
  view.allow = isObject(permissions)
    ? Object.keys(permissions)
        .flatMap((name) => (Object.hasOwn(features, name) ? `${features[name]} *` : []))
        .join('; ')
    : '';
  view.title = 'View';
  view.srcdoc = typeof html === 'string' ? html : '';
  let isLoaded = false;
  view.addEventListener('load', () => {
    // A second document is another page than the one that the server described.
    if (isLoaded) stopView('The view left for another page; it opens links with ui/open-link.');
    isLoaded = true;
  });
  document.body.append(view);
  return view;
}

function takeFromView(data: unknown): void {
  if (!takeMessage()) {
    stopView(`The view sent more than ${viewLimits.messageBurst} messages at once.`);
    return;
  }
  const text = writeJson(data);
  if (text === undefined) return;
  if (text.length > viewLimits.maxMessageCharacters) {
    refuse(data, `a message has at most ${viewLimits.maxMessageCharacters} characters`);
    return;
  }
  if (!takeCharacters(text.length)) {
    stopView(`The view sent more than ${viewLimits.characterBurst} characters at once.`);
    return;
  }
  // Read again, so that the host gets plain JSON and nothing else that can be cloned.
  const message: unknown = JSON.parse(text);
  if (!isObject(message)) return;
  if (typeof message['method'] === 'string' && message['method'].startsWith(reserved)) return;
  parent.postMessage(message, host);
}

/** Answers a request that is not passed on. */
function refuse(data: unknown, message: string): void {
  notifyHost('message-refused', { reason: message });
  if (!isObject(data) || (typeof data['id'] !== 'string' && typeof data['id'] !== 'number')) return;
  frame?.contentWindow?.postMessage({ jsonrpc: '2.0', id: data['id'], error: { code: -32_600, message } }, '*');
}

function stopView(reason: string): void {
  if (!frame?.isConnected) return;
  frame.remove();
  notifyHost('view-stopped', { reason });
}

function notifyHost(name: string, params: object): void {
  parent.postMessage({ jsonrpc: '2.0', method: reserved + name, params }, host);
}

/** @returns `undefined` for what JSON cannot say, such as a value that contains itself */
function writeJson(data: unknown): string | undefined {
  try {
    return JSON.stringify(data) as string | undefined;
  } catch {
    // Then it is no message of the protocol.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
