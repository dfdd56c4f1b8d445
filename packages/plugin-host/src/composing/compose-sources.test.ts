import { buildCatalog, fixedSource, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { callText, toolNames } from '../built-plugin.test-support.js';
import { composeSources } from './compose-sources.js';
import { generationsWith } from '../hosting/generations.test-support.js';

function toolThatSays(name: string, text: string): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' } },
    run: () => Promise.resolve({ kind: 'result', content: [{ type: 'text', text }], isError: false }),
  };
}

function catalogOf(...tools: PublishedTool[]) {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
}

function sourceOf(...tools: PublishedTool[]): CatalogSource {
  return fixedSource(catalogOf(...tools));
}

test('tools of every part are offered under their namespaces', async () => {
  const composed = composeSources(
    [
      { source: sourceOf(toolThatSays('run', 'from a')), namespace: 'a' },
      { source: sourceOf(toolThatSays('run', 'from b')), namespace: 'b' },
    ],
    () => undefined,
  );

  expect(toolNames(composed)).toEqual(['a.run', 'b.run']);
  expect(await callText(composed, 'b.run')).toBe('from b');
});

test('unlisted resources are read from the only part that has them, if it has no namespace', () => {
  const unlisted = { read: () => Promise.resolve({ kind: 'result' as const, contents: [] }) };
  const linked = fixedSource(buildCatalog({ ...catalogOf(), unlisted }));
  const reads = (...parts: Parameters<typeof composeSources>[0]): boolean =>
    composeSources(parts, () => undefined)
      .current()
      .findResource('x://linked') !== undefined;

  expect(reads({ source: linked }, { source: sourceOf(toolThatSays('run', '')) })).toBe(true);
  expect(reads({ source: linked }, { source: linked })).toBe(false);
  expect(reads({ source: linked, namespace: 'a' }, { source: sourceOf() })).toBe(false);
});

describe('a separator other than a dot', () => {
  const compose = (names: Readonly<Record<string, readonly string[]>>, onLeftOut = (_why: string): void => undefined) =>
    composeSources(
      Object.entries(names).map(([namespace, tools]) => ({
        source: sourceOf(...tools.map((tool) => toolThatSays(tool, `${tool} of ${namespace}`))),
        namespace,
        separator: '_',
      })),
      onLeftOut,
    );

  test('replaces every dot in tool names, and dotted names still work in calls', async () => {
    const composed = compose({ a: ['run', 'inner.walk'] });

    expect(toolNames(composed)).toEqual(['a_run', 'a_inner_walk']);
    expect(await callText(composed, 'a_inner_walk')).toBe('inner.walk of a');
    expect(await callText(composed, 'a.run')).toBe('run of a');
    expect(await callText(composed, 'a.inner.walk')).toBe('inner.walk of a');
  });

  test('leaves out and reports the second of two tools that get one name', async () => {
    const leftOut: string[] = [];

    const composed = compose({ a: ['b_c'], a_b: ['c'] }, (why) => leftOut.push(why));

    expect(toolNames(composed)).toEqual(['a_b_c']);
    expect(await callText(composed, 'a_b_c')).toBe('b_c of a');
    expect(await callText(composed, 'a.b_c')).toBe('b_c of a');
    expect(leftOut).toEqual(['the tool "c" of "a_b" was left out: it would be called "a_b_c", as "b_c" of "a" is']);
    expect(composed.current().findTool('a_b.c')).toBeUndefined();
  });

  test('leaves out and reports the second of two names that differ only in a dot', () => {
    const leftOut: string[] = [];

    const composed = compose({ a: ['b.c', 'b_c'] }, (why) => leftOut.push(why));

    expect(toolNames(composed)).toEqual(['a_b_c']);
    expect(leftOut).toEqual(['the tool "b_c" of "a" was left out: it would be called "a_b_c", as "b.c" of "a" is']);
  });
});

describe('a namespace that a name begins with', () => {
  const compose = (separator: string, ...names: string[]) =>
    composeSources(
      [{ source: sourceOf(...names.map((name) => toolThatSays(name, name))), namespace: 'weather', separator }],
      () => undefined,
    );

  test.each([
    ['_', 'weather_forecast', 'weather_forecast'],
    ['_', 'weather.forecast', 'weather_forecast'],
    ['.', 'weather_forecast', 'weather.forecast'],
    ['__', 'weather_forecast', 'weather__forecast'],
    ['_', 'weathers_forecast', 'weather_weathers_forecast'],
    ['_', 'weather', 'weather_weather'],
    ['_', 'weather_', 'weather_weather_'],
  ])('is not repeated before it, joined by "%s": %s is %s', async (separator, name, shown) => {
    const composed = compose(separator, name);

    expect(toolNames(composed)).toEqual([shown]);
    expect(await callText(composed, shown)).toBe(name);
  });

  test('still finds it when it is repeated', async () => {
    const composed = compose('_', 'weather_forecast');

    for (const name of ['weather_weather_forecast', 'weather.weather_forecast', 'weather.forecast'])
      expect(await callText(composed, name)).toBe('weather_forecast');
  });

  test('is repeated where the name would be that of another tool', async () => {
    const composed = compose('_', 'weather_forecast', 'forecast');

    expect(toolNames(composed)).toEqual(['weather_weather_forecast', 'weather_forecast']);
    expect(await callText(composed, 'weather_forecast')).toBe('forecast');
  });
});

test('resources and templates whose URIs are spelled otherwise are offered once', () => {
  const read = () => Promise.resolve({ kind: 'result' as const, contents: [] });
  const part = (uri: string, uriTemplate: string) => ({
    source: fixedSource(
      buildCatalog({
        ...catalogOf(),
        resources: [{ definition: { uri, name: 'a' }, read }],
        resourceTemplates: [{ definition: { uriTemplate, name: 'b' }, read }],
      }),
    ),
  });
  const leftOut: string[] = [];

  const composed = composeSources([part('x://café', 'x://é/{id}'), part('X://caf%c3%a9', 'x://%C3%A9/{id}')], (why) =>
    leftOut.push(why),
  ).current();

  expect([composed.resources.length, composed.resourceTemplates.length]).toEqual([1, 1]);
  expect(leftOut).toHaveLength(2);
});

test('a name that is taken stays with the first part and the second is reported', async () => {
  const leftOut: string[] = [];
  const parts = [
    { source: sourceOf(toolThatSays('run', 'first')) },
    { source: sourceOf(toolThatSays('run', 'second')) },
  ];

  const composed = composeSources(parts, (why) => leftOut.push(why));

  expect(await callText(composed, 'run')).toBe('first');
  expect(leftOut).toEqual(['a second tool "run" was left out: the name is taken']);
});

test('a name that grows too long under its namespace is left out and reported', () => {
  const leftOut: string[] = [];
  const parts = [{ source: sourceOf(toolThatSays('x'.repeat(64), '')), namespace: 'a' }];

  const composed = composeSources(parts, (why) => leftOut.push(why));

  expect(toolNames(composed)).toEqual([]);
  expect(leftOut).toHaveLength(1);
});

test('a swap in one part is visible in the composition and announced', () => {
  const part = generationsWith(1_000);
  const composed = composeSources([{ source: part, namespace: 'a' }], () => undefined);
  const announced: string[][] = [];
  composed.onChange((changed) => announced.push([...changed]));
  const before = toolNames(composed);

  part.swap({ catalog: catalogOf(toolThatSays('late', '')), retire: () => Promise.resolve() });

  expect(before).toEqual([]);
  expect(toolNames(composed)).toEqual(['a.late']);
  expect(announced).toEqual([['tools']]);
});

test('the same catalogs are composed once, and again after a swap of one of them; a reason is reported once', () => {
  const part = generationsWith(1_000);
  const fixed = sourceOf(toolThatSays('run', ''));
  const leftOut: string[] = [];
  const composed = composeSources([{ source: fixed }, { source: part }], (why) => leftOut.push(why));
  const swapTo = (...tools: PublishedTool[]) =>
    part.swap({ catalog: catalogOf(...tools), retire: () => Promise.resolve() });
  swapTo(toolThatSays('run', ''));

  const [once, again] = [composed.current(), composed.current()];
  const reportedOnce = leftOut.length;
  swapTo(toolThatSays('run', ''), toolThatSays('walk', ''));
  const other = composed.current();

  expect(again).toBe(once);
  expect(reportedOnce).toBe(1);
  expect(composed.current()).toBe(other);
  expect([once, other].map(({ tools }) => tools.map(({ definition }) => definition.name))).toEqual([
    ['run'],
    ['run', 'walk'],
  ]);
  expect(leftOut).toHaveLength(1);
  expect(composed.leftOut).toEqual(leftOut);
});

test('holding the composition holds every part', () => {
  const part = generationsWith(60_000);
  let isRetired = false;
  part.swap({
    catalog: catalogOf(toolThatSays('old', '')),
    retire: () => {
      isRetired = true;
      return Promise.resolve();
    },
  });
  const hold = composeSources([{ source: part }], () => undefined).hold();

  part.swap({ catalog: catalogOf(), retire: () => Promise.resolve() });
  const retiredWhileHeld = isRetired;
  hold.release();

  expect(retiredWhileHeld).toBe(false);
  return expect.poll(() => isRetired).toBe(true);
});

test('a call holds only the part that its component belongs to', async () => {
  const [own, other] = [generationsWith(60_000), generationsWith(60_000)];
  const retired: string[] = [];
  const noting = (name: string) => () => Promise.resolve(void retired.push(name));
  own.swap({ catalog: catalogOf(toolThatSays('long', '')), retire: noting('own') });
  other.swap({ catalog: catalogOf(toolThatSays('short', '')), retire: noting('other') });
  const composed = composeSources([{ source: own, namespace: 'a' }, { source: other }], () => undefined);

  const held = composed.hold(composed.current().findTool('a.long')!);
  other.swap({ catalog: catalogOf(), retire: noting('') });
  own.swap({ catalog: catalogOf(), retire: noting('') });
  await other.drained();
  const whileHeld = [...retired];
  held.release();
  await own.drained();

  expect([whileHeld, retired]).toEqual([['other'], ['other', 'own']]);
});

test('a component of an older composition holds every part', async () => {
  const [first, second] = [generationsWith(60_000), generationsWith(60_000)];
  const retired: string[] = [];
  const noting = (name: string) => () => Promise.resolve(void retired.push(name));
  first.swap({ catalog: catalogOf(toolThatSays('a', '')), retire: noting('first') });
  second.swap({ catalog: catalogOf(toolThatSays('b', '')), retire: noting('second') });
  const composed = composeSources([{ source: first }, { source: second }], () => undefined);
  const unknown = toolThatSays('a', '');

  composed.current();
  const held = composed.hold(unknown);
  first.swap({ catalog: catalogOf(), retire: noting('') });
  second.swap({ catalog: catalogOf(), retire: noting('') });
  const whileHeld = [...retired];
  held.release();
  await Promise.all([first.drained(), second.drained()]);

  expect(whileHeld).toEqual([]);
  expect(retired.sort()).toEqual(['first', 'second']);
});

test('reading a composition holds nothing', async () => {
  const part = generationsWith(60_000);
  let isRetired = false;
  part.swap({ catalog: catalogOf(toolThatSays('old', '')), retire: () => Promise.resolve(void (isRetired = true)) });
  const composed = composeSources([{ source: part, namespace: 'a' }], () => undefined);

  const seen = composed.current();
  part.swap({ catalog: catalogOf(toolThatSays('new', '')), retire: () => Promise.resolve() });
  await part.drained();

  expect(isRetired).toBe(true);
  expect([seen, composed.current()].map(({ tools }) => tools[0]?.definition.name)).toEqual(['a.old', 'a.new']);
});

test('the holder of a composition is notified when a part’s drain times out', async () => {
  const part = generationsWith(1);
  part.swap({ catalog: catalogOf(toolThatSays('long', '')), retire: () => Promise.resolve() });
  const composed = composeSources([{ source: part }], () => undefined);
  const reasons: string[] = [];
  const hold = composed.hold(undefined, { revoke: (why) => void reasons.push(why) });

  part.swap({ catalog: catalogOf(), retire: () => Promise.resolve() });
  await part.drained();
  hold.release();

  expect(reasons).toEqual(['its plugin was replaced, and the call ran for 1 ms after that (limit drainTimeoutMs)']);
});

describe('change announcements', () => {
  const nothing = () => Promise.resolve();

  function announcedBy(composed: CatalogSource): string[][] {
    const announced: string[][] = [];
    composed.onChange((changed) => announced.push([...changed].sort()));
    return announced;
  }

  test('happen once for a part that is composed twice', () => {
    const part = generationsWith(1_000);
    const parts = ['a', 'b'].map((namespace) => ({ source: part, namespace }));
    const announced = announcedBy(composeSources(parts, () => undefined));

    part.swap({ catalog: catalogOf(toolThatSays('new', '')), retire: nothing });

    expect(announced.flat()).toEqual(['tools']);
  });

  test('name no list when everything that changed is left out', () => {
    const part = generationsWith(1_000);
    const parts = [{ source: sourceOf(toolThatSays('run', '')) }, { source: part }];
    const announced = announcedBy(composeSources(parts, () => undefined));

    part.swap({ catalog: catalogOf(toolThatSays('run', 'hidden')), retire: nothing });

    expect(announced).toEqual([[]]);
  });

  test('pass on the plugin’s own announcements, even after a swap of code alone', () => {
    const part = generationsWith(1_000);
    part.swap({ catalog: catalogOf(toolThatSays('run', 'one')), retire: nothing });
    const announced = announcedBy(composeSources([{ source: part, namespace: 'a' }], () => undefined));

    part.swap({ catalog: catalogOf(toolThatSays('run', 'two')), retire: nothing });
    part.listChanged('prompts');
    part.listChanged('tools');

    expect(announced).toEqual([[], ['prompts'], ['tools']]);
  });

  test('stop for a listener that unsubscribed', () => {
    const part = generationsWith(1_000);
    const composed = composeSources([{ source: part }], () => undefined);
    const announced: string[] = [];
    const stop = composed.onChange(() => announced.push('first'));
    composed.onChange(() => announced.push('second'));

    stop();
    part.listChanged('tools');

    expect(announced).toEqual(['second']);
  });
});

test('a former name of a tool that was left out finds no tool', () => {
  const run = toolThatSays('run', 'second');
  const former = { name: 'go', tool: run, explain: () => 'it is called "run" now' };
  const second = buildCatalog({
    tools: [run],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    formerTools: [former],
  });
  const parts = [{ source: sourceOf(toolThatSays('run', 'first')) }, { source: fixedSource(second) }];

  const catalog = composeSources(parts, () => undefined).current();

  expect(catalog.findTool('go')).toBeUndefined();
});

test('a former name of a tool works under its namespace too', async () => {
  const tool = toolThatSays('forecast', 'sunny');
  const catalog = buildCatalog({
    tools: [tool],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    formerTools: [
      { name: 'weather', tool, explain: () => 'it is called "forecast" now' },
      { name: 'gone', explain: () => 'it was removed' },
    ],
  });
  const composed = composeSources([{ source: fixedSource(catalog), namespace: 'sky' }], () => undefined);

  expect(await callText(composed, 'sky.weather')).toBe('sunny');
  expect(composed.current().findTool('sky.weather')).toBe(composed.current().findTool('sky.forecast'));
  expect(composed.current().explainMissingTool?.('sky.gone')).toBe('it was removed');
});

test('the catalogs that were composed before can be collected', async () => {
  let catalog = catalogOf();
  const source: CatalogSource = { ...fixedSource(catalogOf()), current: () => catalog };
  const composed = composeSources([{ source, namespace: 'a' }], () => undefined);
  const dropped = ['one', 'two', 'three'].map((text) => {
    catalog = catalogOf(toolThatSays('run', text));
    return new WeakRef<object>(composed.current());
  });
  catalog = catalogOf();
  composed.current();

  const held = (): boolean[] => {
    (Reflect.get(globalThis, 'gc') as () => void)();
    return dropped.map((one) => one.deref() !== undefined);
  };
  await expect.poll(held).toEqual([false, false, false]);
});
