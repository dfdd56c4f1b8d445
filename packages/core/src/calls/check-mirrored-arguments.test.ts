import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import {
  codeOf,
  collect,
  engineOf,
  latestLegacy,
  mirrorOf,
  modern,
  requestIn,
  talkIn,
} from '../engine/engine.test-support.js';
import type { JsonObject } from '../model/json.js';

const inputSchema: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    where: { type: 'object', properties: { floor: { type: 'integer', 'x-mcp-header': 'Floor' } } },
  },
};
const server = () => engineOf(catalogOf({ tools: [toolOf('build', async () => text('built'), { inputSchema })] }));

/** Returns the error code for a call over HTTP; `undefined` when it was served. */
async function codeFor(input: JsonObject, headers: Readonly<Record<string, string>>) {
  const { engine } = server();
  const { outlet, sent } = collect();
  const parameter = (name: string) => headers[name.toLowerCase()];
  const request = requestIn(modern, 1, ['tools/call', { name: 'build', arguments: input }]);
  const incoming = engine.read(JSON.stringify(request), mirrorOf({ method: 'tools/call', name: 'build', parameter }));
  if (incoming.kind !== 'modern') throw new Error(`the request was ${incoming.kind}`);
  await engine.serve(incoming, outlet).done;
  return codeOf(sent[0]);
}

describe('mirrored arguments', () => {
  test.each<[JsonObject, Record<string, string>]>([
    [{ region: 'eu' }, { region: 'eu' }],
    [{ region: 'Hello' }, { region: '=?base64?SGVsbG8=?=' }],
    [{ region: 'größer' }, { region: '=?base64?Z3LDtsOfZXI=?=' }],
    [{ region: '' }, { region: '' }],
    [{ region: '' }, { region: '=?base64??=' }],
    [{ region: '=?BASE64?SGVsbG8=?=' }, { region: '=?BASE64?SGVsbG8=?=' }],
    [{ dry: true }, { dry: 'true' }],
    [{ dry: false }, { dry: 'false' }],
    [{ where: { floor: 42 } }, { floor: '42' }],
    [{ where: { floor: 42 } }, { floor: '42.0' }],
    [{ where: { floor: -3 } }, { floor: '-3' }],
    [{}, {}],
    [{ region: null }, {}],
    [{ where: null }, {}],
    [{ where: 'here' }, {}],
    [{}, { region: 'eu' }],
    [{}, { other: 'ignored' }],
    [{ region: ['left to the schema'] }, {}],
  ])('arguments %j are accepted with headers %j', async (input, headers) => {
    expect(await codeFor(input, headers)).toBeUndefined();
  });

  test.each<[JsonObject, Record<string, string>]>([
    [{ region: 'eu' }, {}],
    [{ region: '' }, {}],
    [{ region: 'eu' }, { region: 'us' }],
    [{ region: 'eu' }, { region: 'EU' }],
    [{ region: 'eu' }, { region: 'eu, eu' }],
    [{ region: 'Hello' }, { region: '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { region: '=?base64?SGVs!!!bG8=?=' }],
    [{ region: 'größer' }, { region: 'größer' }],
    [{ region: 'a\u0007' }, { region: 'a\u0007' }],
    [{ dry: true }, { dry: 'TRUE' }],
    [{ dry: true }, { dry: '1' }],
    [{ where: { floor: 42 } }, { floor: '43' }],
    [{ where: { floor: 42 } }, { floor: '0x2a' }],
    [{ where: { floor: 42 } }, { floor: '' }],
    [{ where: { floor: 42 } }, {}],
  ])('arguments %j are rejected with headers %j', async (input, headers) => {
    expect(await codeFor(input, headers)).toBe(-32020);
  });

  test.each([latestLegacy, modern])('are not checked over a pipe in $date', async (revision) => {
    const talk = await talkIn(revision, server());

    const answer = await talk.request(
      requestIn(revision, 1, ['tools/call', { name: 'build', arguments: { region: 'eu' } }]),
    );

    expect(codeOf(answer)).toBeUndefined();
  });
});
