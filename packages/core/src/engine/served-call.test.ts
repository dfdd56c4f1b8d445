import { expect, test } from 'vitest';
import { fixedSource } from '../catalog/build-catalog.js';
import type { CatalogSource } from '../catalog/catalog.js';
import { catalogOf, promptOf, resourceOf, toolOf } from '../catalog/catalog.test-support.js';
import { createEngine } from './create-engine.js';
import { collect, modern, requestIn } from './engine.test-support.js';
import { openConversation } from './conversation.js';

/** A source that records what is held, and the current number of holders. */
function notingSource(): { readonly source: CatalogSource; readonly held: object[]; holders(): number } {
  const catalog = catalogOf({ tools: [toolOf('t')], prompts: [promptOf('p')], resources: [resourceOf('r')] });
  const held: object[] = [];
  let holders = 0;
  const hold = (component: object = catalog) => {
    held.push(component);
    holders++;
    return { release: () => void holders-- };
  };
  return {
    source: { ...fixedSource(catalog), hold },
    held,
    holders: () => holders,
  };
}

test.each([
  ['tools/call', { name: 't' }, ['tools']],
  ['prompts/get', { name: 'p' }, ['prompts']],
  ['resources/read', { uri: 'r' }, ['resources']],
  ['tools/list', {}, []],
  ['tools/call', { name: 'unknown' }, []],
] as const)('%s %j holds only the component that it runs', async (method, params, kinds) => {
  const { source, held, holders } = notingSource();
  const engine = createEngine({ info: { name: 'test', version: '1' }, source });
  const { outlet, sent } = collect();

  await openConversation(engine, outlet).receive(JSON.stringify(requestIn(modern, 1, [method, params])));

  expect(sent).toHaveLength(1);
  expect(held).toEqual(kinds.map((kind) => source.current()[kind][0]));
  expect(holders()).toBe(0);
});
