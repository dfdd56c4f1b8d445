/**
 * An HTTP API on a port of its own that records each request as it came and answers as a test says.
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it was on the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A running API. */
export interface RecordedApi {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/** Opens an API, which is closed after the test. Without `answer` it answers `{}` in JSON. */
export async function openRecordedApi(answer: RequestListener = answerJson({})): Promise<RecordedApi> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: target = '', headers } = request;
    requests.push({ method, target, headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers every request with a JSON value. */
export function answerJson(value: unknown, status = 200, contentType = 'application/json'): RequestListener {
  return (_, response) => void response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(value));
}

/** Answers every request with a body. */
export function answerWith(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  status = 200,
): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body);
}
