#!/usr/bin/env node
/**
 * The client that the suite starts and judges: our upstream leg, told to use everything that the suite's server offers.
 *
 * A client in memory stands in front of the gateway, so that what the suite sees is sent by the gateway alone. The suite gives the
 * server's address as the last argument, and the scenario, its details and the revision by variables.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { openRemote } from '@sigil/gateway';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { sampleCall, sampleForm } from './sample-values.js';

/** The suite's words to its client. */
interface Given {
  readonly url: string;
  readonly revision: string;
  /** The calls that the scenario wants; otherwise every tool is called once. */
  readonly calls: readonly JsonObject[];
}

const modern = '2026-07-28';
const mostWaitMs = 5_000;

function readGiven({ argv, env }: NodeJS.Process): Given {
  const context: unknown = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const calls = isJsonObject(context) ? context['toolCalls'] : undefined;
  return {
    url: argv.at(-1) ?? '',
    revision: env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? modern,
    calls: Array.isArray(calls) ? calls.filter(isJsonObject) : [],
  };
}

async function main({ url, revision, calls }: Given): Promise<void> {
  const protocol = revision === modern ? 'modern' : 'legacy';
  const waiting = new AbortController();
  let serve: () => void = () => undefined;
  const serving = new Promise<void>((resolve) => (serve = resolve));
  const remote = openRemote(
    { url, protocol, transport: 'http' },
    {
      name: 'suite',
      client: { name: 'sigil', version: '0.1.0' },
      onProblem: (why) => console.error(why),
      onStatus: ({ state }) => state === 'serving' && serve(),
    },
  );
  // A first request that is refused is made again by the gateway itself, after a pause.
  const { signal } = waiting;
  await Promise.race([serving, pause(mostWaitMs, undefined, { signal }).catch(() => undefined)]);
  waiting.abort();
  const engine = createEngine({ info: { name: 'gateway', version: '0.1.0' }, source: remote.source });
  const client = await connectInMemory(engine, { revision, answers: { elicit: sampleForm } });
  const listed = await client.listTools();
  for (const { name, arguments: given } of calls.length > 0 ? calls : listed.map((tool) => sampleCall(tool, listed))) {
    await use(client, String(name), isJsonObject(given) ? given : {});
  }
  await client.close();
  await remote.close();
}

/** The suite judges what was sent; a tool that fails is as good as one that does not. */
async function use(client: McpClient, name: string, given: JsonObject): Promise<void> {
  try {
    const { content } = await client.callTool(name, given);
    console.log(name, JSON.stringify(content));
  } catch (error) {
    console.error(name, error);
  }
}

await main(readGiven(process));
