import type { JsonObject } from '@sigil/core';
import { bindSkills, buildCatalog, fixedSource, mayUse } from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { describe, expect, test } from 'vitest';
import { readAccess } from '../configuration/access-settings.js';
import { addAccessRules } from './access-rules.js';

const caller = (claims: Principal['claims'], scopes: Principal['scopes'] = []): Principal => ({
  id: 'ann',
  issuer: 'https://id.example',
  scopes,
  claims,
});

const contents = [{ uri: 'order://1', text: '1' }];

function guarded(access: JsonObject) {
  const refund = { ...toolOf('refund', async () => textResult('done')), scopes: ['orders:write'] };
  const source = fixedSource(
    buildCatalog({
      tools: [refund, toolOf('list', async () => textResult('done'))],
      resources: [],
      resourceTemplates: [
        {
          definition: { uriTemplate: 'order://{id}', name: 'order' },
          read: async () => ({ kind: 'result', contents }),
        },
      ],
      unlisted: { read: async () => ({ kind: 'result', contents }) },
      prompts: [{ definition: { name: 'refund' }, get: async () => ({ kind: 'result', messages: [] }) }],
      formerTools: [{ name: 'repay', tool: refund, explain: () => 'it is called "refund" now' }],
    }),
  );
  return addAccessRules(source, { access: readAccess(access, 'sigil.config.json'), visibility: 'all' }).current();
}

const admins = { claims: { roles: ['admin'] } };
const admin = caller({ roles: ['admin'] }, ['orders:write']);

describe('access rules', () => {
  test('apply to components of their kind and pattern, in addition to the author’s scopes', () => {
    const catalog = guarded({ tools: { 'ref*': admins } });
    const refund = catalog.findTool('refund')!;

    expect(mayUse(admin, refund)).toBe(true);
    expect(mayUse(caller({ roles: ['admin'] }), refund)).toBe(false);
    expect(mayUse(caller({ roles: ['guest'] }, 'every'), refund)).toBe(false);
    expect(mayUse(caller({}), catalog.findTool('list')!)).toBe(true);
    expect(mayUse(caller({}), catalog.findPrompt('refund')!)).toBe(true);
  });

  test('apply to a former name of a tool', () => {
    const catalog = guarded({ tools: { refund: admins } });

    expect(mayUse(caller({}, ['orders:write']), catalog.findTool('repay')!)).toBe(false);
    expect(mayUse(admin, catalog.findTool('repay')!)).toBe(true);
  });

  test('of a SKILL.md apply to all files of the skill', () => {
    const files = ['a.md', 'SKILL.md'].map((name) => {
      return { uri: `skill://shop/dice/${name}`, digest: 'sha256:', size: 0, mimeType: 'text/markdown' };
    });
    const entries = [{ uri: files[1]!.uri, frontmatter: { name: 'dice', description: 'Rolls.' } }];
    const resources = bindSkills({ file: '', cid: '', files, entries }, new Uint8Array());
    const source = fixedSource(buildCatalog({ tools: [], resources, resourceTemplates: [], prompts: [] }));
    const access = readAccess({ resources: { 'skill://shop/dice/SKILL.md': admins } }, 'sigil.config.json');

    const catalog = addAccessRules(source, { access, visibility: 'all' }).current();

    expect(files.map(({ uri }) => mayUse(caller({}), catalog.findResource(uri)!))).toEqual([false, false]);
  });

  test('apply to a resource read through a URI template', () => {
    const catalog = guarded({ resources: { 'order://*': admins } });

    expect(mayUse(caller({}), catalog.findResource('order://7')!)).toBe(false);
    expect(mayUse(admin, catalog.findResource('order://7')!)).toBe(true);
  });

  test.each([
    'order://*',
    'ORDER://*',
    'order://Café/*',
    'Order://caf%C3%A9/{id}',
    'order://CAF%c3%a9/{id}',
    '*/{id}',
    'order://c*}',
  ])('apply to every spelling of a URI: %s', (pattern) => {
    const definition = { uriTemplate: 'order://Café/{id}', name: 'order' };
    const read = async () => ({ kind: 'result' as const, contents });
    const template = { definition, read };
    const source = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [template], prompts: [] }));
    const access = readAccess({ resources: { [pattern]: admins } }, 'sigil.config.json');
    const catalog = addAccessRules(source, { access, visibility: 'all' }).current();

    for (const uri of ['order://caf%C3%A9/7', 'ORDER://CAFé/7', 'order://Café/7'])
      expect(mayUse(caller({}), catalog.findResource(uri)!)).toBe(false);
  });

  test.each([
    ['wx.*', 'wx_forecast'],
    ['wx_*', 'wx.forecast'],
    ['wx.forecast', 'wx_forecast'],
  ])('on names hold for both spellings of a namespace: %s for %s', (pattern, name) => {
    const tool = toolOf(name, async () => textResult('done'));
    const source = fixedSource(buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] }));
    const access = readAccess({ tools: { [pattern]: admins } }, 'sigil.config.json');
    const catalog = addAccessRules(source, { access, visibility: 'all' }).current();

    for (const called of ['wx.forecast', 'wx_forecast'])
      expect(mayUse(caller({}), catalog.findTool(called)!)).toBe(false);
  });

  test('on resources block unlisted resources, while rules on tools do not', () => {
    expect(guarded({ tools: { '*': admins } }).findResource('elsewhere://7')).toBeDefined();
    expect(guarded({ resources: { 'order://*': admins } }).findResource('elsewhere://7')).toBeUndefined();
  });

  test('apply together when several match a component', () => {
    const catalog = guarded({ tools: { '*': { claims: { team: ['shop'] } }, list: { scopes: ['orders:list'] } } });
    const list = catalog.findTool('list')!;

    expect(mayUse(caller({ team: 'shop' }, ['orders:list']), list)).toBe(true);
    expect(mayUse(caller({ team: 'shop' }), list)).toBe(false);
    expect(mayUse(caller({ team: 'bank' }, ['orders:list']), list)).toBe(false);
  });

  test.each<[string, Principal['claims'], boolean]>([
    ['realm.roles', { realm: { roles: ['a', 'admin'] } }, true],
    ['realm.roles', { realm: { roles: ['a'] } }, false],
    ['realm.roles', { realm: 'admin' }, false],
    ['https://id.example/roles', { 'https://id.example/roles': 'admin' }, true],
    ['toString', {}, false],
    ['roles', { roles: null }, false],
  ])('find the claim %s in %j: %s', (path, claims, isThere) => {
    const catalog = guarded({ tools: { list: { claims: { [path]: ['admin'] } } } });

    expect(mayUse(caller(claims), catalog.findTool('list')!)).toBe(isThere);
  });

  test('share one decision when they are equal', () => {
    const catalog = guarded({ tools: { '*': admins }, prompts: { '*': admins } });

    expect(catalog.findTool('list')?.permits).toBe(catalog.findPrompt('refund')?.permits);
  });
});

test.each<[JsonObject, string]>([
  [{ tool: {} }, 'there is no "tool"'],
  [{ tools: { pay: {} } }, '"pay": it needs "scopes" or "claims"'],
  [{ tools: { pay: true } }, '"pay" must be an object'],
  [{ tools: { pay: { claims: { roles: [] } } } }, '"claims" must be an object of lists'],
  [{ tools: { pay: { claims: { roles: 'admin' } } } }, '"claims" must be an object of lists'],
])('an invalid access rule is rejected: %j', (access, message) => {
  expect(() => readAccess(access, 'sigil.config.json')).toThrow(message);
});
