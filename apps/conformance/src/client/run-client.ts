#!/usr/bin/env node
/**
 * The client that the suite starts and judges, which uses everything that the suite's server offers: `@sigil/client`, and for sign-ins the
 * gateway with its users.
 *
 * An in-memory client calls the gateway, so that the suite sees only the gateway's messages. The suite passes the server's
 * address as the last argument, and the scenario, its details and the revision in variables.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Client } from '@sigil/client';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { openRemote } from '@sigil/gateway';
import { connectInMemory, type ElicitReply } from '@sigil/testing';
import { sampleCall, sampleForm } from './sample-values.js';
import { User } from './user.js';

/** The suite's instructions to its client. */
interface Given {
  readonly url: string;
  readonly revision: string;
  /** The calls that the scenario requires; without any, every tool is called once. */
  readonly calls: readonly JsonObject[];
  readonly scenario: string;
  readonly context: JsonObject;
}

/** The client of either kind. */
interface Caller {
  listTools(): Promise<readonly JsonObject[]>;
  callTool(name: string, args: JsonObject): Promise<{ readonly content: unknown }>;
}

const modern = '2026-07-28';
const self = { name: 'sigil', version: '0.1.0' };
const mostWaitMs = 5_000;
/** The suite accepts it as the id of a client, and never fetches it. */
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

/** Builds the client's authentication; a registered client has its id and secret in the context. */
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

/**
 * Asks the upstream for its issuer, in place of the operator: the gateway itself never asks the upstream where to send a secret.
 */
async function issuerOf(url: string): Promise<JsonValue> {
  const { origin, pathname } = new URL(url);
  const metadata = (await (
    await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
  ).json()) as JsonObject; // answer of the suite
  const issuers = metadata['authorization_servers'];
  return (Array.isArray(issuers) && issuers[0]) || '';
}

async function main(given: Given): Promise<void> {
  const auth = await authOf(given);
  await (auth ? runGateway(given, auth) : runClient(given));
}

async function runClient({ url, revision, calls }: Given): Promise<void> {
  const questions = { elicit: (question: JsonObject) => sampleForm(question) };
  const client = await connect({ url, transport: 'http' }, { ...self, revision, questions });
  await readAll(client);
  await useAll(client, calls);
  await client.close();
}

/** Reads each resource and each prompt once, where the server has them. */
async function readAll(client: Client): Promise<void> {
  const { resources, prompts } = client.server.capabilities;
  if (resources) for (const { uri } of await client.listResources()) await client.readResource(uri);
  if (prompts) for (const { name } of await client.listPrompts()) await client.getPrompt(name);
}

/** Signs in, and calls the tools through the gateway. */
async function runGateway({ url, revision, calls }: Given, auth: JsonObject): Promise<void> {
  const protocol = revision === modern ? 'modern' : 'legacy';
  const user = new User();
  const waiting = new AbortController();
  let serve: () => void = () => undefined;
  const serving = new Promise<void>((resolve) => (serve = resolve));
  const remote = openRemote(
    { url, protocol, transport: 'http', auth },
    {
      name: 'suite',
      client: self,
      signIns: user.signIns,
      onProblem: (why) => console.error(why),
      onStatus: ({ state }) => state === 'serving' && serve(),
    },
  );
  // The gateway itself repeats a first request that was refused, after a pause.
  const { signal } = waiting;
  const engine = createEngine({ info: { name: 'gateway', version: '0.1.0' }, source: remote.source });
  const client = await connectInMemory(engine, {
    revision: modern,
    answers: { elicit: (question) => answer(question, user) },
  });
  if (auth['kind'] === 'oauth') {
    await remote.ready;
    await use(client, 'sign_in', {});
  }
  await Promise.race([serving, pause(mostWaitMs, undefined, { signal }).catch(() => undefined)]);
  waiting.abort();
  await useAll(client, calls);
  await client.close();
  engine.close();
  await remote.close();
}

/** Calls each tool once, or as the scenario says. */
async function useAll(client: Caller, calls: readonly JsonObject[]): Promise<void> {
  const listed = await client.listTools();
  for (const { name, arguments: given } of calls.length > 0 ? calls : listed.map((tool) => sampleCall(tool, listed))) {
    await use(client, String(name), isJsonObject(given) ? given : {});
  }
}

async function answer(question: JsonObject, user: User): Promise<ElicitReply> {
  if (question['mode'] !== 'url') return sampleForm(question);
  await user.open(String(question['url']));
  return { action: 'accept' };
}

/** Calls a tool. The suite judges the messages sent, so a failed call is as good as a successful one. */
async function use(client: Pick<Caller, 'callTool'>, name: string, given: JsonObject): Promise<void> {
  try {
    const { content } = await client.callTool(name, given);
    console.log(name, JSON.stringify(content));
  } catch (error) {
    console.error(name, error);
  }
}

await main(readGiven(process));
