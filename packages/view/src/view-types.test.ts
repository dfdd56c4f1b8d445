import { expectTypeOf, test } from 'vitest';
import { useKeptState, useResult, useTool } from './preact.js';
import type { ModelTool, View, ViewTool } from './index.js';

const roll: ViewTool<{ sides: number; count?: number }, { total: number; dice: number[] }> = { name: 'roll' };
const reset: ViewTool<Record<string, never>, string> = { name: 'reset', result: 'text' };
const search: ViewTool<{ text?: string }, string[]> = { name: 'search', result: 'wrapped' };
const plan: ModelTool<{ steps: { title: string }[] }, { done: boolean }> = { name: 'plan', calledBy: 'model' };

/** Uses nothing at run time; the compiler checks each line. */
function checkTypes(view: View): void {
  void (async () => {
    expectTypeOf(await view.call(roll, { sides: 6 })).toEqualTypeOf<{ total: number; dice: number[] }>();
    expectTypeOf(await view.call(reset)).toEqualTypeOf<string>();
    expectTypeOf(await view.call(search)).toEqualTypeOf<string[]>();
    expectTypeOf(await view.call(search, { text: 'a' })).toEqualTypeOf<string[]>();
    // @ts-expect-error: the arguments have a required member
    await view.call(roll);
    // @ts-expect-error: a parameter of another name
    await view.call(roll, { faces: 6 });
    // @ts-expect-error: a parameter of another type
    await view.call(roll, { sides: 'six' });
    // @ts-expect-error: the tool has no parameters
    await view.call(reset, { all: true });
    // @ts-expect-error: only the model may call it
    await view.call(plan, { steps: [] });
    // @ts-expect-error: a field of another name
    expectTypeOf((await view.call(roll, { sides: 6 })).sum).toBeAny();
  })();

  const { result, input, partialInput, error } = useResult(roll);
  expectTypeOf(result).toEqualTypeOf<{ total: number; dice: number[] } | undefined>();
  expectTypeOf(input).toEqualTypeOf<{ sides: number; count?: number } | undefined>();
  expectTypeOf(partialInput?.sides).toEqualTypeOf<number | undefined>();
  expectTypeOf(error?.code).toExtend<string | undefined>();
  // @ts-expect-error: a field of another name
  expectTypeOf(result?.sum).toBeAny();

  const shown = useResult(plan);
  expectTypeOf(shown.result).toEqualTypeOf<{ done: boolean } | undefined>();
  expectTypeOf(shown.partialInput?.steps?.[0]?.title).toEqualTypeOf<string | undefined>();

  const again = useTool(roll);
  expectTypeOf(again.call({ sides: 6 })).resolves.toEqualTypeOf<{ total: number; dice: number[] } | undefined>();
  // @ts-expect-error: a parameter of another name
  void again.call({ faces: 6 });
  // @ts-expect-error: only the model may call it
  useTool(plan);

  const [count, setCount] = useKeptState('count', 0);
  expectTypeOf(count).toEqualTypeOf<number>();
  setCount((before) => before + 1);
}

test('the types of tools reach the views that use them', () => {
  expectTypeOf(checkTypes).toBeFunction();
});
