/**
 * The inline link: the plugin's code runs in the server's own thread. The fastest, for code that is trusted.
 */
import { bindPlugin } from '@sigil/core';
import { evaluateBundle } from './evaluate-bundle.js';
import type { OpenLink } from './plugin-link.js';

export const openInlineLink: OpenLink = async (built, { announcer, configuration, maxDecodeSteps }) => {
  const bound = bindPlugin(built.manifest, evaluateBundle(built), {
    announcer,
    ...(configuration ? { configuration } : {}),
    ...(maxDecodeSteps === undefined ? {} : { maxDecodeSteps }),
  });
  let stopping: Promise<void> | undefined;
  return {
    kind: 'inline',
    components: bound.components,
    start: () => bound.start(),
    health: () => bound.health(),
    stop: () => (stopping ??= bound.stop()),
    kill: () => undefined,
  };
};
