/**
 * Lists the steps by which an operator repairs a server that does not serve.
 */
import type { Failure } from './describe-failure.js';
import type { ServerView } from './server-view.js';

/** One step, with a command for it if there is one. */
export interface Remedy {
  readonly says: string;
  readonly command?: string;
}

const unbuilt: ReadonlySet<Failure['code']> = new Set([
  'manifest-missing',
  'manifest-invalid',
  'manifest-stale',
  'code-missing',
  'code-mismatch',
]);

export function findRemedies({ problems, plugins }: Pick<ServerView, 'problems' | 'plugins'>): Remedy[] {
  const needsBuild = problems.some(({ code }) => unbuilt.has(code));
  const isConfiguration = problems.some(({ code }) => code === 'configuration' || code === 'configuration-invalid');
  const isUnbuildable = problems.some(({ code }) => code === 'build-failed');
  if (isUnbuildable) return [{ says: 'Correct what the messages above name; the next save is built and served.' }];
  const first = needsBuild
    ? { says: 'Build the plugin, in its folder:', command: 'npx @sigil/cli build' }
    : {
        says: isConfiguration
          ? 'Correct its configuration.'
          : 'Correct what the message above names, then build the plugin again.',
      };
  const taken = plugins.length > 0 ? 'The server takes the new build by itself; ' : 'Start the server again; ';
  return [
    first,
    ...(needsBuild || isConfiguration
      ? []
      : [{ says: 'See how the plugin comes up, step by step, in its folder:', command: 'npx @sigil/cli inspect .' }]),
    { says: `${taken}then reload this page.` },
  ];
}
