import { describe, expect, test } from 'vitest';
import { toolOf } from './catalog.test-support.js';
import { changeViewLinks, viewLinksIn, withViewLinks } from './view-links.js';

const board = 'ui://dice/board';
const everyForm = {
  ui: { resourceUri: board, visibility: ['app'] },
  'ui/resourceUri': board,
  'openai/outputTemplate': board,
};

describe('the links of a tool to views', () => {
  test('are read from every member that hosts read', () => {
    expect(viewLinksIn(everyForm)).toEqual([board]);
    expect(viewLinksIn({ ui: { resourceUri: board }, 'openai/outputTemplate': 'ui://dice/other' })).toEqual([
      board,
      'ui://dice/other',
    ]);
    expect(viewLinksIn({ ui: { resourceUri: 7 }, 'ui/resourceUri': null })).toEqual([]);
    expect(viewLinksIn(undefined)).toEqual([]);
  });

  test('get another address in all of them', () => {
    expect(changeViewLinks({ ...everyForm, other: 1 }, () => 'ui://a/b')).toEqual({
      ui: { resourceUri: 'ui://a/b', visibility: ['app'] },
      'ui/resourceUri': 'ui://a/b',
      'openai/outputTemplate': 'ui://a/b',
      other: 1,
    });
  });

  test('are removed without the members that say who may call the tool', () => {
    expect(changeViewLinks(everyForm, () => undefined)).toEqual({ ui: { visibility: ['app'] } });
    expect(changeViewLinks({ ui: { resourceUri: board }, other: 1 }, () => undefined)).toEqual({ other: 1 });
  });

  test('stay as they are, in the same object, unless one of them changes', () => {
    expect(changeViewLinks(everyForm, (uri) => uri)).toBe(everyForm);
    const tool = toolOf('roll');
    expect(withViewLinks(tool, () => undefined)).toBe(tool);
  });

  test('leave nothing behind in a tool that has no other metadata', () => {
    const tool = toolOf('roll');
    const linked = { ...tool, definition: { ...tool.definition, _meta: { ui: { resourceUri: board } } } };

    expect(withViewLinks(linked, () => undefined).definition).toEqual(tool.definition);
    expect(withViewLinks(linked, () => undefined).definition).not.toHaveProperty('_meta');
  });
});
