import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf, toolThatNeedsCity } from '../catalog/catalog.test-support.js';
import type { PublishedTool } from '../catalog/catalog.js';
import { callWith, resultOf } from './operation.test-support.js';
import { toolsCall } from './tools-call.js';

function callOf(tool: PublishedTool, input: object = {}) {
  return callWith({
    catalog: catalogOf({ tools: [tool] }),
    params: { name: tool.definition.name, arguments: { ...input } },
  });
}

describe('a tool that reconsiders arguments which it refused', () => {
  test('answers with what it made of them', async () => {
    const tool = { ...toolThatNeedsCity(), reconsider: async () => text('understood') };

    expect(await resultOf(toolsCall, callOf(tool))).toMatchObject({
      isError: false,
      content: [{ text: 'understood' }],
    });
  });

  test('may refuse them all the same, with advice behind what is wrong', async () => {
    const reconsider: PublishedTool['reconsider'] = async (_input, refused) => ({ ...refused, advice: 'Look again.' });

    const result = await resultOf(toolsCall, callOf({ ...toolThatNeedsCity(), reconsider }));

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'tool "forecast": argument "city" must be a string, got nothing\nLook again.' }],
    });
  });

  test('is not asked when the arguments are fine', async () => {
    const reconsider = () => Promise.reject(new Error('asked'));

    const result = await resultOf(toolsCall, callOf({ ...toolThatNeedsCity(), reconsider }, { city: 'Oslo' }));

    expect(result).toMatchObject({ isError: false, content: [{ text: 'sunny' }] });
  });

  test('is aborted by its deadline like any call', async () => {
    const tool = { ...toolThatNeedsCity(), reconsider: () => new Promise<never>(() => undefined) };
    const params = { name: 'forecast', arguments: {} };

    const result = await resultOf(
      toolsCall,
      callWith({ catalog: catalogOf({ tools: [tool] }), params, limits: { callTimeoutMs: 5 } }),
    );

    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('callTimeoutMs') }] });
  });
});

describe('a name that a tool had', () => {
  const tool = toolOf('forecast');
  const formerTools = [
    { name: 'weather', tool, explain: () => 'it is called "forecast" now' },
    { name: 'forgotten', tool, explain: () => undefined },
    { name: 'gone', explain: () => 'it was removed' },
  ];
  const catalog = catalogOf({ tools: [tool], formerTools });
  const call = (name: string) => resultOf(toolsCall, callWith({ catalog, params: { name } }));

  test('reaches the tool while it is remembered', async () => {
    expect(await call('weather')).toMatchObject({ content: [{ text: 'forecast' }] });
    await expect(call('forgotten')).rejects.toThrow(/^no tool named "forgotten"$/);
  });

  test('is explained when the tool is gone', async () => {
    await expect(call('gone')).rejects.toThrow('no tool named "gone": it was removed');
  });

  test('is not listed', () => {
    expect(catalog.tools).toEqual([tool]);
  });
});

test('a call says which component it uses, and holds what runs no other', async () => {
  const tool = toolOf('forecast');
  const held: object[] = [];
  const call = { ...callOf(tool), hold: (component: object) => void held.push(component) };

  await toolsCall(call);

  expect(held).toEqual([tool]);
});
