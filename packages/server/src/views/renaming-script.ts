/**
 * Adds a script to a view's page, which translates the names in its messages to the host.
 *
 * The page calls its tools and reads resources by the names of its own plugin or server; the host knows those of this server.
 * Spec: ext-apps 2026-01-26, standard MCP messages of views
 */
import type { ResourceContents } from '@sigil/core';

/** The names on this server of a view's tools and resources, by the names that the page uses; without those that are equal. */
export interface NamesOfView {
  readonly tools: ReadonlyMap<string, string>;
  readonly uris: ReadonlyMap<string, string>;
}

/** Returns the contents with the script, as text; the same object if there is nothing to translate. */
export function addRenamingScript(contents: ResourceContents, names: NamesOfView): ResourceContents {
  const { mimeType = 'text/html' } = contents;
  if (names.tools.size + names.uris.size === 0 || !/^text\/html\b/i.test(mimeType)) return contents;
  if ('text' in contents) return { ...contents, text: insertFirst(contents.text, writeScript(names)) };
  const { blob, ...others } = contents;
  return { ...others, text: insertFirst(Buffer.from(blob, 'base64').toString('utf8'), writeScript(names)) };
}

/** Everything that may stand before the content of `<head>`: a byte order mark, comments, the doctype, and the tags themselves. */
const beforeHead =
  /^\uFEFF?(?:\s+|<!--(?:-?>|[^]*?(?:--!?>|$))|<![^>]*>|<\?[^>]*>|<html(?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>)*(?:<head(?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>)?/i;

/** A parser opens the head by itself where the page does not, so that the script is its first element in any case. */
function insertFirst(html: string, script: string): string {
  const [before = ''] = beforeHead.exec(html) ?? [];
  return before + script + html.slice(before.length);
}

function writeScript({ tools, uris }: NamesOfView): string {
  const data = [tools, uris].map((names) => JSON.stringify([...names]).replaceAll('<', '\\u003c'));
  return `<script>(${translation})(${data.join(',')})</script>`;
}

/**
 * The function that runs in the page. It replaces `window.parent` with an object that translates what is posted to it, and shows that
 * object as the source of the host's messages, since pages compare the two.
 */
const translation = `(tools, uris) => {
  const host = window.parent;
  if (host === window) return;
  const toolsHere = new Map(tools);
  const urisHere = new Map(uris);
  const ownTools = new Map(tools.map(([own, here]) => [here, own]));
  const toHost = (message) => {
    const { method, params } = message ?? {};
    if (method === 'tools/call' && toolsHere.has(params?.name))
      return { ...message, params: { ...params, name: toolsHere.get(params.name) } };
    if (method === 'resources/read' && urisHere.has(params?.uri))
      return { ...message, params: { ...params, uri: urisHere.get(params.uri) } };
    return message;
  };
  const toPage = (message) => {
    const { result, params } = message ?? {};
    if (ownTools.has(params?.toolInfo?.tool?.name)) return { ...message, params: withOwnTool(params) };
    if (ownTools.has(result?.hostContext?.toolInfo?.tool?.name))
      return { ...message, result: { ...result, hostContext: withOwnTool(result.hostContext) } };
    return message;
  };
  const withOwnTool = (context) => {
    const { toolInfo } = context;
    const tool = { ...toolInfo.tool, name: ownTools.get(toolInfo.tool.name) };
    return { ...context, toolInfo: { ...toolInfo, tool } };
  };
  const parent = { postMessage: (message, ...rest) => host.postMessage(toHost(message), ...rest) };
  Object.defineProperty(window, 'parent', { configurable: true, value: parent });
  window.addEventListener('message', (event) => {
    if (event.source !== host) return;
    const data = toPage(event.data);
    Object.defineProperty(event, 'source', { value: parent });
    if (data !== event.data) Object.defineProperty(event, 'data', { value: data });
  }, true);
}`;
