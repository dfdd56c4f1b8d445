import { describe, expect, test, vi } from 'vitest';
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

describe('reconsider()', () => {
  test('may answer a call whose arguments were refused', async () => {
    const tool = { ...toolThatNeedsCity(), reconsider: async () => text('understood') };

    expect(await resultOf(toolsCall, callOf(tool))).toMatchObject({
      isError: false,
      content: [{ text: 'understood' }],
    });
  });

  test('may refuse the arguments again and add advice', async () => {
    const reconsider: PublishedTool['reconsider'] = async (_input, refused) => ({ ...refused, advice: 'Look again.' });

    const result = await resultOf(toolsCall, callOf({ ...toolThatNeedsCity(), reconsider }));

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'tool "forecast": argument "city" must be a string, got nothing\nLook again.' }],
    });
  });

  test('is not called for valid arguments', async () => {
    const reconsider = () => Promise.reject(new Error('asked'));

    const result = await resultOf(toolsCall, callOf({ ...toolThatNeedsCity(), reconsider }, { city: 'Oslo' }));

    expect(result).toMatchObject({ isError: false, content: [{ text: 'sunny' }] });
  });

  test('is stopped by the call timeout', async () => {
    const tool = { ...toolThatNeedsCity(), reconsider: () => new Promise<never>(() => undefined) };
    const params = { name: 'forecast', arguments: {} };

    const result = await resultOf(
      toolsCall,
      callWith({ catalog: catalogOf({ tools: [tool] }), params, limits: { callTimeoutMs: 5 } }),
    );

    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('callTimeoutMs') }] });
  });
});

describe('a former name of a tool', () => {
  const tool = toolOf('forecast');
  const formerTools = [
    { name: 'weather', tool, explain: () => 'it is called "forecast" now' },
    { name: 'forgotten', tool, explain: () => undefined },
    { name: 'gone', explain: () => 'it was removed' },
  ];
  const catalog = catalogOf({ tools: [tool], formerTools });
  const call = (name: string) => resultOf(toolsCall, callWith({ catalog, params: { name } }));

  test('reaches the tool while the name is remembered', async () => {
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

test('a call holds only the component that it uses', async () => {
  const tool = toolOf('forecast');
  const held: object[] = [];
  const call = callOf(tool);
  vi.spyOn(call, 'hold').mockImplementation((component) => void held.push(component));

  await toolsCall(call);

  expect(held).toEqual([tool]);
});
