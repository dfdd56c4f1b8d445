/**
 * Writes a test that calls tools with the examples of the document, against a server that answers with its examples.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import { fitsShape } from '../schemas/fits-shape.js';
import { followRef, type ShapeReading } from '../schemas/shape-reading.js';
import type { Shape } from '../schemas/shape.js';
import type { ReadScheme } from '../operations/operation-reading.js';
import type { ToolPlan } from './plan-tool.js';
import { lineWidth, quote, writeValue } from './source-text.js';

/** Tools that get a test. */
const maxTests = 20;
/** Characters of an example answer. */
const maxExample = 2_000;

interface ExampleCall {
  readonly tool: string;
  readonly method: string;
  readonly status: number;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly answer: JsonValue;
}

/** Returns the text of the test; `undefined` if the document has no example that can be called. */
export function writeExamples(
  reading: ShapeReading,
  plans: readonly ToolPlan[],
  schemes: ReadonlyMap<string, ReadScheme>,
): string | undefined {
  const calls = plans.flatMap((plan) => callOf(reading, plan) ?? []).slice(0, maxTests);
  if (calls.length === 0) return undefined;
  const rows = calls.map(({ tool, method, status, arguments: given, answer }) => {
    const members = [
      `tool: '${tool}'`,
      `method: '${method}'`,
      `status: ${status}`,
      writeMember('given', JSON.stringify(given)),
      writeMember('answer', JSON.stringify(answer)),
    ];
    return `  {\n${members.map((member) => `    ${member},\n`).join('')}  },\n`;
  });
  const credentials = sampleCredentials(schemes);
  const hasCredentials = Object.keys(credentials).length > 0;
  const start = 'const credentials = ';
  const head = hasCredentials
    ? `/** Values that the server of this test does not look at. */\n${start}${writeValue(credentials, '', start.length)};\n\n`
    : '';
  const more = hasCredentials ? ', credentials' : '';
  return `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectPlugin } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { expect, test } from 'vitest';

${head}/** Arguments and answers of the document's examples, as JSON. */
const examples = [
${rows.join('')}];

test.each(examples)('$tool returns the answer of the example', async ({ tool, method, status, given, answer }) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const configuration = { baseUrl: \`http://127.0.0.1:\${port}\`${more} };
  const client = await connectPlugin(plugin, { configuration });
  try {
    const result = await client.callTool(tool, JSON.parse(given));

    expect(asked).toEqual([method]);
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toEqual(JSON.parse(answer));
  } finally {
    await client.close();
    server.close();
  }
});
`;
}

/** A text that does not fit stands on a line of its own. */
function writeMember(name: string, text: string): string {
  const literal = quote(text);
  return `    ${name}: ${literal},`.length <= lineWidth ? `${name}: ${literal}` : `${name}:\n      ${literal}`;
}

function sampleCredentials(schemes: ReadonlyMap<string, ReadScheme>): Readonly<Record<string, unknown>> {
  const usable = [...schemes].filter(([, { scheme }]) => scheme.type !== 'mutualTLS');
  return Object.fromEntries(
    usable.map(([name, { scheme }]) => [
      name,
      isBasic(scheme) ? { username: 'user', password: 'sample-password' } : 'sample-token',
    ]),
  );
}

function isBasic(scheme: ReadScheme['scheme']): boolean {
  return scheme.type === 'http' && scheme.scheme === 'basic';
}

function callOf(reading: ShapeReading, plan: ToolPlan): ExampleCall | undefined {
  const { answer, method } = plan.operation;
  const { example } = answer;
  if (answer.kind !== 'data' || answer.hasHeaders || !isJson(example)) return undefined;
  if (example === null || JSON.stringify(example).length > maxExample) return undefined;
  const given: Record<string, JsonValue> = {};
  for (const argument of plan.arguments) {
    if (!argument.isRequired) continue;
    const value = sampleOf(reading, argument.shape);
    if (value === undefined) return undefined;
    given[argument.name] = value;
  }
  return { tool: plan.tool, method, status: answer.status, arguments: given, answer: example };
}

function isJson(value: unknown): value is JsonValue {
  return Array.isArray(value) || isJsonObject(value);
}

/** Returns a value of the document that certainly fits: an example, a default, or the first of an enum. */
function sampleOf(reading: ShapeReading, shape: Shape): JsonValue | undefined {
  const target = followRef(reading, shape);
  const candidates = [shape.docs?.example, shape.docs?.default, target?.docs?.example, target?.docs?.default];
  const found = candidates.find((value) => value !== undefined && fitsShape(reading, value, shape));
  if (found !== undefined) return found;
  return target?.kind === 'literals' ? target.values[0] : undefined;
}
