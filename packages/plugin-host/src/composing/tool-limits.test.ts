import {
  buildCatalog,
  originalOf,
  fixedSource,
  type Catalog,
  type CatalogSource,
  type FormerTool,
  type PublishedTool,
} from '@sigil/core/catalog';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { callText, toolNames } from '../built-plugin.test-support.js';
import { connectTo, engineFor } from '../hosting/fixture-source.test-support.js';
import { generationsWith } from '../hosting/generations.test-support.js';
import { withToolLimits } from './tool-limits.js';

function toolOf(name: string, more: Partial<PublishedTool> = {}): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' } },
    run: () => Promise.resolve({ kind: 'result', content: [{ type: 'text', text: `ran ${name}` }], isError: false }),
    ...more,
  };
}

function catalogOf(tools: PublishedTool[], formerTools: FormerTool[] = []): Catalog {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [], formerTools });
}

function limitsOf(source: CatalogSource, tool: string) {
  return source.current().findTool(tool)?.limits;
}

const noProblem = (why: string): never => expect.unreachable(why);

test('a tool gets the limits under its name, and those under "*" for the rest', async () => {
  const source = fixedSource(catalogOf([toolOf('a'), toolOf('b')]));
  const limits = { '*': { timeoutMs: 5, maxResultBytes: 9 }, a: { timeoutMs: 1 } };

  const limited = withToolLimits(source, limits, noProblem);

  expect(limitsOf(limited, 'a')).toEqual({ timeoutMs: 1, maxResultBytes: 9 });
  expect(limitsOf(limited, 'b')).toEqual({ timeoutMs: 5, maxResultBytes: 9 });
  expect(await callText(limited, 'a')).toBe('ran a');
});

test('configured limits override those of the tool, member by member', () => {
  const source = fixedSource(catalogOf([toolOf('a', { limits: { timeoutMs: 7, maxConcurrentCalls: 2 } })]));

  expect(limitsOf(withToolLimits(source, { a: { timeoutMs: 1 } }, noProblem), 'a')).toEqual({
    timeoutMs: 1,
    maxConcurrentCalls: 2,
  });
});

test('without limits, the source is returned as it is', () => {
  const source = fixedSource(catalogOf([toolOf('a')]));

  expect(withToolLimits(source, {}, noProblem)).toBe(source);
});

test('each limit for an unknown tool is reported once per catalog, and applies as soon as there is the tool', () => {
  const part = generationsWith(1_000);
  const problems: string[] = [];
  const limits = { gone: { timeoutMs: 1 }, late: { timeoutMs: 2 }, '*': { timeoutMs: 3 } };
  const limited = withToolLimits(part, limits, (why) => problems.push(why));
  const readTwice = (): string[] => {
    problems.length = 0;
    toolNames(limited);
    toolNames(limited);
    return [...problems];
  };

  const before = readTwice();
  part.swap({ catalog: catalogOf([toolOf('late')]), retire: () => Promise.resolve() });
  const after = readTwice();
  part.swap({ catalog: catalogOf([toolOf('late'), toolOf('gone')]), retire: () => Promise.resolve() });

  expect(before).toEqual(['limits: there is no tool "gone"', 'limits: there is no tool "late"']);
  expect(after).toEqual(['limits: there is no tool "gone"']);
  expect(readTwice()).toEqual([]);
  expect(['gone', 'late'].map((name) => limitsOf(limited, name))).toEqual([{ timeoutMs: 1 }, { timeoutMs: 2 }]);
});

test('a pending catalog reports no unknown tools', () => {
  const pending = fixedSource({ ...catalogOf([]), isPending: true });

  expect(toolNames(withToolLimits(pending, { a: { timeoutMs: 1 } }, noProblem))).toEqual([]);
});

test('a catalog is limited once, and its components stay the same until a swap', () => {
  const part = generationsWith(1_000);
  const [first, second] = [catalogOf([toolOf('a')]), catalogOf([toolOf('a')])];
  const swapTo = (catalog: Catalog) => part.swap({ catalog, retire: () => Promise.resolve() });
  const limited = withToolLimits(part, { a: { timeoutMs: 1 } }, noProblem);
  swapTo(first);

  const [once, again] = [limited.current(), limited.current()];
  swapTo(second);
  const other = limited.current();

  expect(again).toBe(once);
  expect(again.findTool('a')).toBe(once.findTool('a'));
  expect(other.findTool('a')).not.toBe(once.findTool('a'));
  expect(originalOf(other.findTool('a')!)).toBe(second.findTool('a'));
  expect(limitsOf(limited, 'a')).toEqual({ timeoutMs: 1 });
});

test('changes and resource updates of the source are announced', () => {
  const part = generationsWith(1_000);
  const limited = withToolLimits(part, { '*': { timeoutMs: 1 } }, noProblem);
  const announced: string[] = [];
  limited.onChange((changed) => announced.push(...changed));
  limited.onResourceUpdated((uri) => announced.push(uri));

  part.swap({ catalog: catalogOf([toolOf('a')]), retire: () => Promise.resolve() });
  part.resourceUpdated('x://a');

  expect(announced).toEqual(['tools', 'x://a']);
});

test('calls under a former name of a tool wait for those under the new one', async () => {
  const ends = new Map<string, () => void>();
  const tool = toolOf('new', {
    async run({ call }) {
      await new Promise<void>((resolve) => ends.set(String(call), resolve));
      return { kind: 'result', content: [{ type: 'text', text: String(call) }], isError: false };
    },
  });
  const former: FormerTool = { name: 'old', tool, explain: () => 'it is called "new" now' };
  const source = fixedSource(catalogOf([tool, toolOf('other')], [former]));
  const limited = withToolLimits(source, { new: { maxConcurrentCalls: 1 } }, noProblem);
  const client = await connectTo(engineFor(limited), revisions.at(-1)!.date);

  const calls = [client.callTool('new', { call: 1 }), client.callTool('old', { call: 2 })];
  await client.callTool('other');
  const beganFirst = [...ends.keys()];
  ends.get('1')!();
  await calls[0];
  await expect.poll(() => ends.has('2')).toBe(true);
  ends.get('2')!();

  expect(beganFirst).toEqual(['1']);
  expect(await Promise.all(calls)).toMatchObject([{ content: [{ text: '1' }] }, { content: [{ text: '2' }] }]);
  expect(limitsOf(limited, 'old')).toEqual({ maxConcurrentCalls: 1 });
});

test('holding a limited tool holds the original tool in the source', () => {
  const tool = toolOf('a');
  const held: object[] = [];
  const source: CatalogSource = {
    ...fixedSource(catalogOf([tool])),
    hold(component) {
      held.push(originalOf(component!));
      return { release: () => undefined };
    },
  };

  const limited = withToolLimits(source, { a: { timeoutMs: 1 } }, noProblem);
  limited.hold(limited.current().findTool('a')!);

  expect(held).toEqual([tool]);
});

describe('invalid limits', () => {
  test.each([
    [{ a: { timeout: 1 } }, 'limits: "timeout" of "a" is not known; there are timeoutMs, maxConcurrentCalls'],
    [{ a: { timeoutMs: 0 } }, 'limits: "timeoutMs" of "a" must be a whole number of at least 1, got 0'],
    [{ '*': { maxResultBytes: '5' } }, 'limits: "maxResultBytes" of "*" must be a whole number of at least 1, got "5"'],
    [{ a: { maxConcurrentCalls: 1.5 } }, 'must be a whole number of at least 1, got 1.5'],
  ])('are rejected by name: %j', (limits, message) => {
    expect(() => withToolLimits(fixedSource(catalogOf([])), limits, noProblem)).toThrow(message);
  });
});
