import {
  buildCatalog,
  originalOf,
  fixedSource,
  type Catalog,
  type CatalogSource,
  type FormerTool,
  type PublishedTool,
} from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { callText, toolNames } from '../built-plugin.test-support.js';
import { Generations } from '../hosting/generations.js';
import { withToolLimits } from './with-tool-limits.js';

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

test('a limit for an unknown tool is reported once', () => {
  const part = new Generations(1_000);
  const problems: string[] = [];
  const limited = withToolLimits(part, { gone: { timeoutMs: 1 } }, (why) => problems.push(why));

  toolNames(limited);
  toolNames(limited);
  expect(problems).toEqual(['limits: there is no tool "gone"']);
  part.swap({ catalog: catalogOf([toolOf('gone')]), retire: () => Promise.resolve() });
  toolNames(limited);

  expect(problems).toHaveLength(1);
  expect(limitsOf(limited, 'gone')).toEqual({ timeoutMs: 1 });
});

test('the same catalog is limited once', () => {
  const limited = withToolLimits(fixedSource(catalogOf([toolOf('a')])), { a: { timeoutMs: 1 } }, noProblem);

  expect(limited.current()).toBe(limited.current());
});

test('changes and resource updates of the source are announced', () => {
  const part = new Generations(1_000);
  const limited = withToolLimits(part, { '*': { timeoutMs: 1 } }, noProblem);
  const announced: string[] = [];
  limited.onChange((changed) => announced.push(...changed));
  limited.onResourceUpdated((uri) => announced.push(uri));

  part.swap({ catalog: catalogOf([toolOf('a')]), retire: () => Promise.resolve() });
  part.resourceUpdated('x://a');

  expect(announced).toEqual(['tools', 'x://a']);
});

test('a former name of a tool does not bypass its limits', () => {
  const tool = toolOf('new');
  const former: FormerTool = { name: 'old', tool, explain: () => 'it is called "new" now' };

  const limited = withToolLimits(fixedSource(catalogOf([tool], [former])), { new: { timeoutMs: 1 } }, noProblem);

  expect(limitsOf(limited, 'old')).toEqual({ timeoutMs: 1 });
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
