/**
 * A contract for every transport: carry whole conversations of each revision, and stay up.
 *
 * Works on JSON texts. Every message of the server is validated against the published schema of the revision.
 */
import { revisions as allRevisions, type Engine, type Revision } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectClient, type McpClient } from '../clients/mcp-client.js';
import type { Progress } from '@sigil/client/web';
import { createContractEngine, mediaContent, type ContractEngine } from './contract-engine.js';

/** The client's end of an open transport, with the engine at the other end. */
export interface TransportPair {
  /**
   * Carries a text to the server. The pair adds headers and the like, and sends a `notifications/cancelled` in the transport's
   * own mechanism if it has one (closing the stream of an HTTP response).
   */
  send(text: string): void;
  /** Calls back with each JSON text from the server; called once, before the first `send`. */
  onMessage(listener: (text: string) => void): void;
  /** Closes both ends and waits until nothing is left open. */
  close(): Promise<void>;
}

/** Narrows the suite to what a transport can carry. */
export interface TransportContractOptions {
  /** The dates of the revisions it carries; all when left out. */
  readonly revisions?: readonly string[];
}

interface Connected {
  readonly date: string;
  readonly client: McpClient;
  readonly pair: TransportPair;
  readonly contract: ContractEngine;
}

/**
 * Declares the suite for one transport; call it at the top of a test file.
 *
 * @param open creates a fresh pair that serves the given engine to a client of the given revision
 */
export function runTransportContract(
  name: string,
  open: (engine: Engine, revisionDate: string) => Promise<TransportPair>,
  options: TransportContractOptions = {},
): void {
  const dates = options.revisions ?? allRevisions.map(({ date }) => date);

  describe.each(dates)(`the transport ${name} in %s`, (date) => {
    let connected: Connected;

    beforeEach(async () => {
      const contract = createContractEngine();
      const pair = await open(contract.engine, date);
      const client = await connectClient({ revision: date }, (receive) => {
        pair.onMessage(receive);
        return pair;
      });
      connected = { date, client, pair, contract };
    });

    afterEach(async () => {
      await connected.client.close();
      connected.contract.engine.close();
    });

    declareAnswers(() => connected);
    declareEvents(() => connected);
    declareResilience(() => connected);
  });
}

function declareAnswers(connected: () => Connected): void {
  test('the list of tools arrives complete and in order', async () => {
    const tools = await connected().client.listTools();

    expect(tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'count', 'media', 'hold', 'wait', 'wake']);
  });

  test('a call returns the text of the tool unchanged', async () => {
    const text = 'quotes " and \\, a newline \n, and ünïcödé 🦊\u2028';

    const answer = await connected().client.callTool('echo', { text });

    expect(answer).toMatchObject({ content: [{ type: 'text', text }], isError: false });
  });

  test('every kind of content arrives, as text where the revision does not support it', async () => {
    const { client, date } = connected();
    const { contentTypes } = requireRevision(date);

    const { content } = await client.callTool('media');

    expect(content).toEqual(
      mediaContent.map((block) =>
        contentTypes.has(block.type) ? block : { type: 'text', text: expect.stringMatching(/audio\/flac|contract:/) },
      ),
    );
  });

  test('the bytes of a resource arrive unchanged', async () => {
    const [contents] = await connected().client.readResource('contract://bytes');

    expect(contents).toMatchObject({ mimeType: 'application/octet-stream', blob: 'AP8=' });
  });

  test('a tool that throws returns an error result with its message', async () => {
    const answer = await connected().client.callTool('fail');

    expect(answer.isError).toBe(true);
    expect(answer.content).toMatchObject([{ type: 'text', text: 'it never works\n- try "echo"' }]);
  });

  test('an unknown method is rejected with -32601', async () => {
    await expect(connected().client.request('weather/forecast')).rejects.toMatchObject({ code: -32601 });
  });

  test('concurrent calls each get their own result, whichever ends first', async () => {
    const { client } = connected();

    const answers = await Promise.all([client.callTool('wait'), client.callTool('wake')]);

    expect(answers.map(textOf)).toEqual(['woken', 'woke it']);
  });
}

function declareEvents(connected: () => Connected): void {
  test('progress arrives before the result, in order', async () => {
    const seen: Progress[] = [];

    await connected().client.callTool('count', { to: 3 }, { onProgress: (progress) => seen.push(progress) });

    expect(seen).toEqual([
      { progress: 1, total: 3 },
      { progress: 2, total: 3 },
      { progress: 3, total: 3 },
    ]);
  });

  test('a cancelled call is aborted and never answered', async () => {
    const { client, contract } = connected();
    const cancel = new AbortController();

    const call = client.callTool('hold', {}, { signal: cancel.signal });
    const outcome = expect(call).rejects.toThrow('enough');
    const held = await contract.held();
    cancel.abort(new Error('enough'));
    await outcome;
    await held.aborted;

    // An answer to the cancelled call would be a violation, which `close` reports.
    await expect(client.callTool('echo', { text: 'still here' })).resolves.toMatchObject({ isError: false });
  });
}

function declareResilience(connected: () => Connected): void {
  test('the server keeps serving after a text that is not JSON', async () => {
    const { client, pair } = connected();

    pair.send('{"jsonrpc":"2.0","params":[');

    await expect(client.callTool('echo', { text: 'alive' })).resolves.toMatchObject({ isError: false });
  });

  test('a message of one megabyte arrives complete in both directions', async () => {
    const text = 'x'.repeat(1024 * 1024);

    const answer = await connected().client.callTool('echo', { text });

    expect(textOf(answer)).toHaveLength(text.length);
  });
}

function textOf({ content }: Awaited<ReturnType<McpClient['callTool']>>): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

function requireRevision(date: string): Revision {
  const revision = findRevision(date);
  if (!revision) throw new Error(`"${date}" is no revision that is served`);
  return revision;
}
