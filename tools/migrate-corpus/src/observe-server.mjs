/**
 * Observes a server over stdio with the official client: its lists, and the outcomes of the calls of a script.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/**
 * A line of a script: `call NAME JSON`, `read URI`, `prompt NAME JSON`, `complete URI ARGUMENT TEXT`.
 * @typedef {{ kind: string, name: string, rest: string }} Step
 */

/**
 * Reads the script from the comments of a server's sources.
 * @param {string} text
 * @returns {Step[]}
 */
export function readScript(text) {
  return [...text.matchAll(/^\/\/ (call|read|prompt|complete|complete-prompt) (\S+)[ ]?(.*)$/gm)].map(
    ([, kind = '', name = '', rest = '']) => ({ kind, name, rest }),
  );
}

/**
 * @param {string[]} command
 * @param {readonly Step[]} steps
 * @returns {Promise<Record<string, unknown>>} lists and outcomes by the text of their step
 */
export async function observeServer([command = '', ...args], steps) {
  const client = new Client({ name: 'judge', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command,
    args,
    stderr: process.env.SIGIL_SHOW_STDERR ? 'inherit' : 'ignore',
    env: { PATH: process.env.PATH ?? '', MIGRATE_CORPUS: 'set' },
  });
  await client.connect(transport);
  try {
    /** @type {Record<string, unknown>} */
    const seen = { instructions: client.getInstructions(), version: client.getServerVersion()?.version };
    const can = client.getServerCapabilities() ?? {};
    const list = async (/** @type {string} */ name, /** @type {() => Promise<any>} */ ask) => {
      const listed = await ask().catch(() => ({ [name]: [] }));
      for (const one of listed[name]) seen[`${name} ${one.uriTemplate ?? one.uri ?? one.name}`] = one;
    };
    if (can.tools) await list('tools', () => client.listTools());
    if (can.resources) await list('resources', () => client.listResources());
    if (can.resources) await list('resourceTemplates', () => client.listResourceTemplates());
    if (can.prompts) await list('prompts', () => client.listPrompts());
    for (const step of steps) seen[`${step.kind} ${step.name} ${step.rest}`.trim()] = await outcomeOf(client, step);
    return seen;
  } finally {
    await client.close();
  }
}

/**
 * @param {Client} client
 * @param {Step} step
 */
async function outcomeOf(client, { kind, name, rest }) {
  const options = { timeout: 10_000 };
  const given = rest === '' ? undefined : kind.startsWith('complete') ? rest.split(' ') : JSON.parse(rest);
  try {
    if (kind === 'call')
      return await client.request({ method: 'tools/call', params: { name, arguments: given } }, anyResult, options);
    if (kind === 'read') return await client.readResource({ uri: name }, options);
    if (kind === 'prompt') return await client.getPrompt({ name, arguments: given }, options);
    const [argument = '', value = ''] = given ?? [];
    const ref =
      kind === 'complete'
        ? { type: /** @type {const} */ ('ref/resource'), uri: name }
        : { type: /** @type {const} */ ('ref/prompt'), name };
    return await client.complete({ ref, argument: { name: argument, value } }, options);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

/** Accepts results as they are. @type {any} */
const anyResult = {
  parse: (/** @type {unknown} */ value) => value,
  safeParse: (/** @type {unknown} */ value) => ({ success: true, data: value }),
  _def: {},
  shape: {},
};
