/**
 * The limit over HTTP: node:http that parses, calls and stringifies. It reads no header and checks nothing.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';
import { bareAnswers, progressMessage } from './bare-answers.mjs';

const options = readSubjectOptions();
if (options) serve(options);

/** @param {import('../subject-options.mjs').SubjectOptions} options */
function serve(options) {
  const answer = bareAnswers(options);
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      else response.writeHead(405).end();
      return;
    }
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString());
      if (message.params?.name === 'progress') void stream(message, response);
      else send(message, answer(message), response);
    });
  });
  server.listen(options.port, '127.0.0.1', () => sayReady(/** @type {any} */ (server.address()).port));
}

/** @param {any} message @param {object | undefined} answer @param {import('node:http').ServerResponse} response */
function send(message, answer, response) {
  if (!answer) {
    response.writeHead(202).end();
    return;
  }
  const body = JSON.stringify(answer);
  const session = message.method === 'initialize' ? { 'mcp-session-id': randomUUID() } : {};
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length, ...session });
  response.end(body);
}

/** @param {any} message @param {import('node:http').ServerResponse} response */
async function stream({ id, params }, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let step = 1; step <= params.arguments.count; step++) {
    const event = `event: message\ndata: ${JSON.stringify(progressMessage(params, step))}\n\n`;
    if (!response.write(event)) await once(response, 'drain');
  }
  const result = { content: [{ type: 'text', text: 'done' }] };
  response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
}
