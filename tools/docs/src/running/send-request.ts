/**
 * Sends a request that a page shows as HTTP/1.1 text, and writes the answer in the same form.
 */

/** The answer's headers that pages show; the others depend on the connection or the time. */
const shownHeaders = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'allow', 'retry-after'];

export async function sendRequest(text: string): Promise<string> {
  const [head = '', ...rest] = text.split(/\n\n/u);
  const [requestLine = '', ...headerLines] = head.split('\n');
  const [method = '', url = ''] = requestLine.split(' ');
  const headers = headerLines.map(
    (line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  const body = rest.join('\n\n');
  const answer = await fetch(url, { method, headers: Object.fromEntries(headers), ...(body !== '' && { body }) });
  const shown = shownHeaders.flatMap((name) =>
    answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : [],
  );
  return [`HTTP/1.1 ${answer.status} ${answer.statusText}`, ...shown, '', await answer.text()].join('\n');
}
