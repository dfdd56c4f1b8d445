#!/usr/bin/env node
/**
 * The client that the suite starts and judges: our upstream leg, told to use everything that the suite's server offers.
 *
 * A client in memory stands in front of the gateway, so that what the suite sees is sent by the gateway alone. The suite gives the
 * server's address as the last argument, and the scenario, its details and the revision by variables.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { openRemote } from '@sigil/gateway';
import { connectInMemory, type ElicitReply, type McpClient } from '@sigil/testing';
import { sampleCall, sampleForm } from './sample-values.js';
import { User } from './user.js';

/** The suite's words to its client. */
interface Given {
  readonly url: string;
  readonly revision: string;
  /** The calls that the scenario wants; otherwise every tool is called once. */
  readonly calls: readonly JsonObject[];
  readonly scenario: string;
  readonly context: JsonObject;
}

const modern = '2026-07-28';
const mostWaitMs = 5_000;
/** The suite takes it for the id of a client, and asks nothing of it. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

function readGiven({ argv, env }: NodeJS.Process): Given {
  const parsed: unknown = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const context = isJsonObject(parsed) ? parsed : {};
  const calls = context['toolCalls'];
  return {
    scenario: env['MCP_CONFORMANCE_SCENARIO'] ?? '',
    context,
    url: argv.at(-1) ?? '',
    revision: env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? modern,
    calls: Array.isArray(calls) ? calls.filter(isJsonObject) : [],
  };
}

/** A client that was registered before has its id and secret in the context. */
async function authOf({ url, scenario, context }: Given): Promise<JsonObject | undefined> {
  if (!scenario.startsWith('auth/')) return undefined;
  const { client_id: clientId, client_secret: clientSecret } = context;
  const client = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
  };
  if (scenario === 'auth/client-credentials-basic')
    return { kind: 'clientCredentials', issuer: await issuerOf(url), ...client };
  return { kind: 'oauth', ...(clientId === undefined ? { clientMetadataUrl } : {}), ...client };
}

/** An operator says where a secret is sent, so the gateway does not ask the upstream; here the operator does. */
async function issuerOf(url: string): Promise<JsonValue> {
  const { origin, pathname } = new URL(url);
  const metadata = (await (
    await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
  ).json()) as JsonObject; // of the suite
  const issuers = metadata['authorization_servers'];
  return (Array.isArray(issuers) && issuers[0]) || '';
}

async function main(given: Given): Promise<void> {
  const { url, revision, calls } = given;
  const auth = await authOf(given);
  const protocol = revision === modern ? 'modern' : 'legacy';
  const user = new User();
  const waiting = new AbortController();
  let serve: () => void = () => undefined;
  const serving = new Promise<void>((resolve) => (serve = resolve));
  const remote = openRemote(
    { url, protocol, transport: 'http', ...(auth ? { auth } : {}) },
    {
      name: 'suite',
      client: { name: 'sigil', version: '0.1.0' },
      signIns: user.signIns,
      onProblem: (why) => console.error(why),
      onStatus: ({ state }) => state === 'serving' && serve(),
    },
  );
  // A first request that is refused is made again by the gateway itself, after a pause.
  const { signal } = waiting;
  const engine = createEngine({ info: { name: 'gateway', version: '0.1.0' }, source: remote.source });
  const client = await connectInMemory(engine, {
    revision: auth ? modern : revision,
    answers: { elicit: (question) => answer(question, user) },
  });
  if (auth?.['kind'] === 'oauth') {
    await remote.ready;
    await use(client, 'sign_in', {});
  }
  await Promise.race([serving, pause(mostWaitMs, undefined, { signal }).catch(() => undefined)]);
  waiting.abort();
  const listed = await client.listTools();
  for (const { name, arguments: given } of calls.length > 0 ? calls : listed.map((tool) => sampleCall(tool, listed))) {
    await use(client, String(name), isJsonObject(given) ? given : {});
  }
  await client.close();
  await remote.close();
}

async function answer(question: JsonObject, user: User): Promise<ElicitReply> {
  if (question['mode'] !== 'url') return sampleForm(question);
  await user.open(String(question['url']));
  return { action: 'accept' };
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
