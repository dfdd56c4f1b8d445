/**
 * The inline link: runs the plugin's code in the server's own thread. It is the fastest, and meant for trusted code.
 */
import { bindPlugin } from '@sigil/core/catalog';
import { evaluateBundle } from './evaluate-bundle.js';
import type { OpenLink } from './plugin-link.js';
import { announceNames, numberOf, runAs } from '../program/running-component.js';
import { trackComponents } from './track-components.js';

export const openInlineLink: OpenLink = async (built, { announcer, configuration, maxDecodeSteps }) => {
  const { name } = built.manifest.plugin;
  const loading = numberOf(name, 'the loading of its code');
  announceNames();
  const module = await runAs(loading, () => evaluateBundle(built));
  const bound = runAs(loading, () =>
    bindPlugin(built.manifest, module, {
      announcer,
      ...(configuration ? { configuration } : {}),
      ...(maxDecodeSteps === undefined ? {} : { maxDecodeSteps }),
    }),
  );
  let stopping: Promise<void> | undefined;
  return {
    kind: 'inline',
    components: trackComponents(name, bound.components),
    start: () => bound.start(),
    health: () => bound.health(),
    carryOut: (maxLength) => bound.carryOut(maxLength),
    carryIn: (state) => bound.carryIn(state),
    stop: () => (stopping ??= bound.stop()),
    kill: () => undefined,
  };
};
