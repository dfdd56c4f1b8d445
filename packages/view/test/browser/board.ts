/**
 * The component that the tests of both frameworks render.
 */
import type { ViewHooks } from '../../src/hooks/create-hooks.js';
import type { ViewTool } from '../../src/index.js';

const roll: ViewTool<{ sides: number }, { total: number }> = { name: 'roll' };

type CreateElement<Element> = (
  type: 'main' | 'button' | 'p',
  properties: { id?: string; disabled?: boolean; onClick?: () => void } | null,
  ...children: (Element | string)[]
) => Element;

let renders = 0;

/** Makes the component of a framework. */
export function makeBoard<Element>(
  { useHost, useKeptState, useResult, useTool }: ViewHooks,
  create: CreateElement<Element>,
): () => Element {
  return () => {
    const { name, context, view } = useHost();
    const { input, result, error, cancelled } = useResult(roll);
    const again = useTool(roll);
    const [clicks, setClicks] = useKeptState('clicks', () => 0);
    const onClick = (): void => {
      setClicks((before) => before + 1);
      void again.call({ sides: 6 });
    };
    return create(
      'main',
      null,
      create('p', { id: 'host' }, `${name}, ${context.theme ?? 'no theme'}, ${view.host.version}`),
      create('p', { id: 'call' }, JSON.stringify({ input, result, error: error?.message, cancelled })),
      create(
        'p',
        { id: 'again' },
        JSON.stringify({ pending: again.pending, result: again.result, error: again.error?.message }),
      ),
      create('p', { id: 'renders' }, String(++renders)),
      create('button', { id: 'roll', onClick }, `clicked ${clicks}`),
    );
  };
}
