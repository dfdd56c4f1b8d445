import { describe, expect, test } from 'vitest';
import { buildCatalog } from '../catalog/build-catalog.js';
import { resourceOf, toolOf } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { localPrincipal, type Principal } from '../model/principal.js';
import { callerCatalog, maxCallerViews } from './caller-catalog.js';

const holding = (...scopes: string[]): Principal => ({ id: 'ann', issuer: 'https://id.example', scopes, claims: {} });

const pay = { ...toolOf('pay'), scopes: ['write'] };

const shop = buildCatalog({
  tools: [toolOf('look'), pay],
  resources: [{ ...resourceOf('shop://till'), scopes: ['read'] }],
  resourceTemplates: [],
  prompts: [],
  formerTools: [
    { name: 'buy', tool: pay, explain: () => 'it is called "pay" now' },
    { name: 'steal', explain: () => 'it is gone' },
  ],
  showsOnlyAllowed: true,
});

describe('a catalog that shows only allowed components', () => {
  test('contains only what the caller may use, by former names too', () => {
    const seen = callerCatalog(shop, holding('read'));

    expect(seen.tools.map(({ definition }) => definition.name)).toEqual(['look']);
    expect(seen.findTool('pay')).toBeUndefined();
    expect(seen.findTool('buy')).toBeUndefined();
    expect(seen.explainMissingTool?.('buy')).toBeUndefined();
    expect(seen.explainMissingTool?.('steal')).toBe('it is gone');
    expect(seen.findResource('shop://till')).toBeDefined();
  });

  test('reads unlisted resources only for callers who may see every resource', () => {
    const unlisted = { read: resourceOf('x').read };
    const withUnlisted = buildCatalog({ ...shop, unlisted });

    expect(callerCatalog(withUnlisted, holding('read')).findResource('shop://linked')).toBeDefined();
    expect(callerCatalog(withUnlisted, holding('write')).findResource('shop://linked')).toBeUndefined();
    expect(callerCatalog(withUnlisted, holding('write')).findResource('shop://till')).toBeUndefined();
  });

  test('strips the link of a tool to a view that the caller may not read, and leaves who may call the tool', () => {
    const uri = 'ui://shop/till';
    const linkedTo = (resourceUri: string) => ({
      ...toolOf('look'),
      definition: { ...toolOf('look').definition, _meta: { ui: { resourceUri, visibility: ['app'] } } },
    });
    const catalogOf = (link: string) =>
      buildCatalog({
        ...shop,
        tools: [linkedTo(link), pay],
        resources: [{ ...resourceOf(uri), scopes: ['read'] }, resourceOf('ui://shop/open')],
      });
    const linkFor = (catalog: Catalog, ...scopes: string[]) =>
      callerCatalog(catalog, holding(...scopes)).findTool('look')?.definition._meta;

    expect(linkFor(catalogOf(uri), 'write')).toEqual({ ui: { visibility: ['app'] } });
    expect(linkFor(catalogOf('ui://shop/%74ill'), 'write')).toEqual({ ui: { visibility: ['app'] } });
    expect(linkFor(catalogOf(uri), 'read')).toEqual({ ui: { resourceUri: uri, visibility: ['app'] } });
    expect(linkFor(catalogOf('ui://shop/open'))).toEqual({
      ui: { resourceUri: 'ui://shop/open', visibility: ['app'] },
    });
  });

  test('keeps the instructions of the full catalog', () => {
    const speaking = buildCatalog({ ...shop, instructions: 'Look first.' });

    expect(callerCatalog(speaking, holding('read')).instructions).toBe('Look first.');
  });

  test('is the same view for callers who may use the same components', () => {
    expect(callerCatalog(shop, holding('read'))).toBe(callerCatalog(shop, holding('other', 'read')));
  });

  test('is the full catalog for callers who may use everything', () => {
    expect(callerCatalog(shop, holding('read', 'write'))).toBe(shop);
    expect(callerCatalog(shop, localPrincipal)).toBe(shop);
  });

  test('caches the most recently used views', () => {
    const names = Array.from({ length: maxCallerViews + 2 }, (_, at) => `t${at}`);
    const many = buildCatalog({
      tools: names.map((name) => ({ ...toolOf(name), scopes: [name] })),
      resources: [],
      resourceTemplates: [],
      prompts: [],
      showsOnlyAllowed: true,
    });
    const [first, second, ...others] = names.map((name) => holding(name));
    const [firstView, secondView] = [callerCatalog(many, first!), callerCatalog(many, second!)];

    for (const principal of others) {
      callerCatalog(many, principal);
      callerCatalog(many, first!);
    }

    expect(callerCatalog(many, first!)).toBe(firstView);
    expect(callerCatalog(many, second!)).not.toBe(secondView);
  });
});

test('a catalog shows everything to everyone by default', () => {
  const open = buildCatalog({ tools: [pay], resources: [], resourceTemplates: [], prompts: [] });

  expect(callerCatalog(open, holding())).toBe(open);
});
