import { describe, expect, test } from 'vitest';
import { catalogOf, structured, text, toolOf, type Run } from '../catalog/catalog.test-support.js';
import type { ToolLimits } from '../catalog/catalog.js';
import type { ContentBlock, ResourceLink } from '../model/content.js';
import { revisions } from '../revisions/choose-revision.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { CallCancelled } from './abort-reasons.js';
import type { LargeResult } from './server-facts.js';
import { callWith, resultOf, type TestCallOptions } from '../operations/operation.test-support.js';
import { toolsCall } from '../operations/tools-call.js';

const link: ResourceLink = { type: 'resource_link', uri: 'cid://bafkwhole', name: 'whole' };
const encoder = new TextEncoder();

interface Answer {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
}

async function callCapped(run: Run, limits: ToolLimits, options: TestCallOptions = {}) {
  const catalog = catalogOf({ tools: [{ ...toolOf('a', run), limits }] });
  const call = callWith({ params: { name: 'a' }, catalog, ...options });
  const answer = (await resultOf(toolsCall, call)) as unknown as Answer;
  return { ...answer, bytes: encoder.encode(JSON.stringify(answer)).length, faults: call.faults };
}

/** A hook that keeps everything, and a record of its arguments. */
function keeper() {
  const kept: Omit<LargeResult, 'isReadableBy'>[] = [];
  const keepLargeResult = async ({ text: whole, mimeType, tool, owner }: LargeResult) => {
    kept.push({ text: whole, mimeType, tool, owner });
    return link;
  };
  return { kept, keepLargeResult };
}

const long = async () => text('x'.repeat(2000));

function textOf(block: ContentBlock | undefined): string {
  return block?.type === 'text' ? block.text : '';
}

/** A text that counts how often it was written as JSON. */
function countedText(length: number) {
  let written = 0;
  const toJSON = () => ({ seen: ++written });
  const block = { type: 'text', text: 'x'.repeat(length), _meta: { toJSON } } as unknown as ContentBlock;
  return { run: async () => ({ ...text(''), content: [block] }), written: () => written };
}

describe('long text', () => {
  test('is not serialized whole to measure its length', async () => {
    const short = countedText(100);
    const long = countedText(2_000);
    const longer = countedText(3_000);

    await callCapped(short.run, { maxResultBytes: 1_000 });
    await callCapped(long.run, { maxResultBytes: 1_000 });
    await callCapped(longer.run, {}, { limits: { maxResultLength: 1_000 } });

    // A long text is written twice when it is cut: the empty block that is measured, and the one that is sent.
    expect([short.written(), long.written(), longer.written()]).toEqual([1, 2, 2]);
  });

  test('is cut to fit, with a notice that counts and names the limit', async () => {
    const answer = await callCapped(long, { maxResultBytes: 1000 });

    const [kept = '', notice] = textOf(answer.content[0]).split('\n');
    expect(kept).toBe('x'.repeat(kept.length));
    expect(notice).toBe(`… cut: ${kept.length} of 2,000 characters (limit maxResultBytes)`);
    expect(answer.isError).toBe(false);
    expect(answer.bytes).toBeLessThanOrEqual(1000);
    expect(answer.bytes).toBeGreaterThan(950);
  });

  test('is cut to the server’s limit when the tool has none', async () => {
    const answer = await callCapped(long, {}, { limits: { maxResultLength: 1000 } });

    expect(textOf(answer.content[0])).toContain('(limit maxResultLength)');
    expect(answer.bytes).toBeLessThanOrEqual(1000);
  });

  test('is cut between characters, and measured in its JSON encoding', async () => {
    const answer = await callCapped(async () => text('😀"\n'.repeat(500)), { maxResultBytes: 1000 });

    const [kept = ''] = textOf(answer.content[0]).split('…');
    expect('😀"\n'.repeat(500)).toContain(kept.trimEnd());
    expect(() => encodeURIComponent(kept)).not.toThrow();
    expect(answer.bytes).toBeLessThanOrEqual(1000);
    expect(answer.bytes).toBeGreaterThan(950);
  });

  test('is sent unchanged when it fits exactly, and cut when it is one byte over', async () => {
    const { bytes } = await callCapped(long, {});

    expect((await callCapped(long, { maxResultBytes: bytes - 2 })).content).toEqual((await long()).content);
    expect((await callCapped(long, { maxResultBytes: bytes - 3 })).content).not.toEqual((await long()).content);
  });

  test('of a failed call is cut like any other, and the call stays failed', async () => {
    const answer = await callCapped(async () => ({ ...(await long()), isError: true }), { maxResultBytes: 500 });

    expect(answer.isError).toBe(true);
    expect(textOf(answer.content[0])).toContain('… cut:');
  });

  test('is replaced by the notice alone when nothing else fits', async () => {
    const answer = await callCapped(long, { maxResultBytes: 1 });

    expect(answer.content).toEqual([{ type: 'text', text: '… cut: 0 of 2,000 characters (limit maxResultBytes)' }]);
  });

  test('is cut at the first text block that does not fit, and the image is kept', async () => {
    const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const content: ContentBlock[] = [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'x'.repeat(2000) },
      image,
      { type: 'text', text: 'last' },
    ];

    const answer = await callCapped(async () => ({ kind: 'result', content, isError: false }), { maxResultBytes: 900 });

    expect(answer.content).toHaveLength(3);
    expect(answer.content[0]).toEqual({ type: 'text', text: 'first' });
    expect(textOf(answer.content[1])).toMatch(/^x+\n… cut: \d+ of 2,009 characters/);
    expect(answer.content[2]).toEqual(image);
    expect(answer.bytes).toBeLessThanOrEqual(900);
  });
});

describe('content that cannot be cut', () => {
  test('an image over the limit is an error that names the limit', async () => {
    const picture: ContentBlock = { type: 'image', data: 'A'.repeat(2000), mimeType: 'image/png' };

    const answer = await callCapped(async () => ({ kind: 'result', content: [picture], isError: false }), {
      maxResultBytes: 1000,
    });

    expect(answer).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'tool "a": the result is longer than 1000 bytes (limit maxResultBytes)' }],
    });
  });

  test('a structured result over the limit is an error, because a cut one would not match its schema', async () => {
    const { kept, keepLargeResult } = keeper();
    const tool = toolOf('a', async () => structured('x'.repeat(2000)), { outputSchema: { type: 'string' } });
    const catalog = catalogOf({ tools: [{ ...tool, limits: { maxResultBytes: 1000 } }] });

    const answer = await resultOf(toolsCall, callWith({ catalog, params: { name: 'a' }, keepLargeResult }));

    expect(answer).toEqual({
      content: [
        {
          type: 'text',
          text: 'tool "a": the result is longer than 1000 bytes (limit maxResultBytes); the whole is at cid://bafkwhole',
        },
        link,
      ],
      isError: true,
    });
    expect(kept).toEqual([{ text: `"${'x'.repeat(2000)}"`, mimeType: 'application/json', tool: 'a', owner: '' }]);
  });
});

describe('keepLargeResult', () => {
  test.each(revisions)('$date clients get the URI in the text, and a link if they know links', async (revision) => {
    const { kept, keepLargeResult } = keeper();

    const answer = await callCapped(long, { maxResultBytes: 1000 }, { keepLargeResult, revision });

    const knowsLinks = protocolFacts(revision).contentTypes.includes('resource_link');
    expect(answer.content.slice(1)).toEqual(knowsLinks ? [link] : []);
    expect(textOf(answer.content[0])).toMatch(/\(limit maxResultBytes\); the whole is at cid:\/\/bafkwhole$/);
    expect(answer.bytes).toBeLessThanOrEqual(1000);
    expect(kept).toEqual([{ text: 'x'.repeat(2000), mimeType: 'text/plain', tool: 'a', owner: '' }]);
  });

  test('several blocks are kept as JSON', async () => {
    const { kept, keepLargeResult } = keeper();
    const content: ContentBlock[] = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'x'.repeat(2000) },
    ];

    await callCapped(
      async () => ({ kind: 'result', content, isError: false }),
      { maxResultBytes: 500 },
      { keepLargeResult },
    );

    expect(kept).toEqual([{ text: JSON.stringify(content), mimeType: 'application/json', tool: 'a', owner: '' }]);
  });

  test('a result that fits is not kept', async () => {
    const { kept, keepLargeResult } = keeper();

    await callCapped(async () => text('short'), { maxResultBytes: 1000 }, { keepLargeResult });

    expect(kept).toEqual([]);
  });

  test('a failure to keep the result is reported, and the text is still cut', async () => {
    const fault = new Error('disk full');
    const keepLargeResult = () => Promise.reject(fault);

    const answer = await callCapped(long, { maxResultBytes: 1000 }, { keepLargeResult });

    expect(answer.content).toHaveLength(1);
    expect(textOf(answer.content[0])).toMatch(/\(limit maxResultBytes\)$/);
    expect(answer.faults).toEqual([{ during: 'keeping the result of tool "a"', error: fault }]);
  });

  test('the cut text has no URI when keeping the result times out', async () => {
    const keepLargeResult = () => new Promise<undefined>(() => undefined);

    const answer = await callCapped(long, { maxResultBytes: 1000 }, { keepLargeResult, limits: { callTimeoutMs: 5 } });

    expect(textOf(answer.content[0])).toMatch(/\(limit maxResultBytes\)$/);
  });

  test('a call that is cancelled while its result is being kept rejects with the cancellation', async () => {
    const catalog = catalogOf({ tools: [{ ...toolOf('a', long), limits: { maxResultBytes: 1000 } }] });
    const call = callWith({
      params: { name: 'a' },
      catalog,
      keepLargeResult: () => {
        call.abort(new CallCancelled('the peer left'));
        return new Promise(() => undefined);
      },
    });

    await expect(toolsCall(call)).rejects.toBeInstanceOf(CallCancelled);
  });
});
