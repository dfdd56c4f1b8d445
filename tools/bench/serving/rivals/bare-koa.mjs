/**
 * Serves the floor's work as koa middleware, without a body parser, to measure koa alone.
 */
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { bareAnswers } from '../subjects/bare-answers.mjs';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';

const options = readSubjectOptions();
if (options) {
  const answer = bareAnswers(options);
  const app = new Koa();
  app.use(async (context) => {
    if (context.method !== 'POST') {
      context.status = 405;
      return;
    }
    const chunks = [];
    for await (const chunk of context.req) chunks.push(chunk);
    const message = JSON.parse(Buffer.concat(chunks).toString());
    const said = answer(message);
    context.status = said ? 200 : 202;
    if (message.method === 'initialize') context.set('mcp-session-id', randomUUID());
    if (!said) return;
    context.type = 'application/json';
    context.body = JSON.stringify(said);
  });
  const server = app.listen(options.port, '127.0.0.1', () => sayReady(server.address().port));
}
