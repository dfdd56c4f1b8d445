/**
 * Writes a test that calls tools with the examples of the document, against a server that answers with its examples.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import { fitsShape } from '../schemas/fits-shape.js';
import { followRef, type ShapeReading } from '../schemas/shape-reading.js';
import type { Shape } from '../schemas/shape.js';
import type { ToolPlan } from './plan-tool.js';
import { quote } from './source-text.js';

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
export function writeExamples(reading: ShapeReading, plans: readonly ToolPlan[]): string | undefined {
  const calls = plans.flatMap((plan) => callOf(reading, plan) ?? []).slice(0, maxTests);
  if (calls.length === 0) return undefined;
  const rows = calls.map(({ tool, method, status, arguments: given, answer }) => {
    const [first, second] = [JSON.stringify(given), JSON.stringify(answer)].map(quote);
    return `  {\n    tool: '${tool}',\n    method: '${method}',\n    status: ${status},\n    given: ${first},\n    answer: ${second},\n  },\n`;
  });
  return `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectPlugin } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { expect, test } from 'vitest';

/** Arguments and answers of the document's examples, as JSON. */
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
  const client = await connectPlugin(plugin, { configuration: { baseUrl: \`http://127.0.0.1:\${port}\` } });
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

function callOf(reading: ShapeReading, plan: ToolPlan): ExampleCall | undefined {
  const { answer, method, security } = plan.operation;
  const { example } = answer;
  if (answer.kind !== 'data' || answer.hasHeaders || security !== undefined || !isJson(example)) return undefined;
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
