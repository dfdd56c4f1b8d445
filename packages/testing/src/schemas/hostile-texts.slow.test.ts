import { isJsonObject, type JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, revisions, type Revision } from '@sigil/core/engine';
import {
  anything,
  asyncProperty,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  string,
  array,
} from 'fast-check';
import { expect, test } from 'vitest';
import { modernEnvelope } from '../clients/modern-envelope.js';
import { recordOutlet } from '../recording.js';

const echo: PublishedTool = {
  definition: { name: 'echo', inputSchema: { type: 'object' } },
  run: async (input) => ({ kind: 'result', content: [{ type: 'text', text: JSON.stringify(input) }], isError: false }),
};
const keys = constantFrom('name', 'uri', 'arguments', 'cursor', '_meta', '__proto__', 'constructor', 'requestId');
const values = oneof(jsonValue(), constantFrom('echo', '__proto__', 'constructor', 'x://a'));
const params = oneof(dictionary(keys, values), jsonValue());
const methods = oneof(
  constantFrom('tools/call', 'tools/list', 'resources/read', 'prompts/get', 'ping', 'initialize', 'server/discover'),
  constantFrom('notifications/cancelled', 'subscriptions/listen', '__proto__', 'toString'),
);
const ids = oneof(constantFrom(0, 1, '1', '', '__proto__', null, 1.5), jsonValue());

/** Objects that resemble messages, to varying degrees. */
const messages = record(
  { jsonrpc: constantFrom('2.0'), id: ids, method: oneof(methods, methods, jsonValue()), params, result: jsonValue() },
  { requiredKeys: ['jsonrpc'] },
);
const texts = oneof(
  messages.map((message) => JSON.stringify(message)),
  array(messages, { maxLength: 4 }).map((batch) => JSON.stringify(batch)),
  anything().map((value) => JSON.stringify(value) ?? 'undefined'),
  string(),
);

test.each(revisions)(
  'arbitrary texts from a client of $date neither stop the server nor make it break the schema',
  async (revision) => {
    await assert(
      asyncProperty(array(texts, { maxLength: 10 }), async (sent) => {
        const recording = recordOutlet(revision.date);
        const source = fixedSource(buildCatalog({ tools: [echo], resources: [], resourceTemplates: [], prompts: [] }));
        const conversation = openConversation(createEngine({ info: { name: 's', version: '1' }, source }), recording);
        const send = (text: string) => {
          recording.noteSent(text);
          return conversation.receive(text);
        };

        if (revision.era === 'legacy') await send(requestText('hello', 'initialize', greetingOf(revision)));
        // Not awaited: subscriptions stay open until the end.
        for (const text of sent) void send(revision.era === 'legacy' ? text : withEnvelope(text, revision));
        await send(
          requestText('alive', 'tools/list', revision.era === 'legacy' ? {} : { _meta: modernEnvelope(revision.date) }),
        );
        conversation.close();

        expect(recording.transcript.map(({ text }) => text).join('\n')).toMatch(
          /"id":"alive","result":\{.*"tools":\[\{"name":"echo"/,
        );
        expect(recording.problems()).toEqual([]);
      }),
      { numRuns: 200 },
    );
  },
);

function requestText(id: string, method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function greetingOf({ date }: Revision): JsonObject {
  return { protocolVersion: date, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
}

/** Turns every message into a modern one: without its envelope, an older revision's rules would apply. */
function withEnvelope(text: string, { date }: Revision): string {
  const message = parse(text);
  if (!isJsonObject(message)) return text;
  const params = isJsonObject(message['params']) ? message['params'] : {};
  return JSON.stringify({ ...message, params: { ...params, _meta: modernEnvelope(date) } });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Left unchanged: texts that are not JSON are wanted too.
    return undefined;
  }
}
