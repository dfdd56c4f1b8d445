/**
 * Describes what keeps a server from serving, for anybody to read: without paths or stacks.
 */
import type { BuildError } from '../building/build-errors.js';
import type { PluginError, PluginErrorCode } from '@sigil/core/building';
import { withFileNames } from '@sigil/core/catalog';

/** One failure. */
export interface Failure {
  /** Code of the plugin's error, `configuration`, or `build-failed`. */
  readonly code: PluginErrorCode | 'configuration' | 'build-failed';
  /** The meaning of the failure, and its remedy. */
  readonly summary: string;
  /** The first line of the error itself. */
  readonly message: string;
}

const summaries: Readonly<Record<PluginErrorCode, string>> = {
  'manifest-missing': 'The plugin was not built yet: build it.',
  'manifest-invalid': 'Its manifest cannot be read: build the plugin again with this version.',
  'framework-needed': 'An application of a framework, which constructs its classes: start the application.',
  'manifest-stale': 'Manifest and code were built from different sources: build again.',
  'code-missing': 'The code that its manifest names is not there: build again.',
  'code-mismatch': 'The code, or a skill, is not what its manifest names: build again.',
  'code-failed': 'Its code threw while it was loaded.',
  'configuration-invalid': 'Its configuration does not fit: correct it.',
  'construct-failed': 'A constructor of the plugin threw.',
  'start-failed': 'The start() of the plugin threw.',
  unhealthy: 'The health() of the plugin says that it is not well.',
  'timed-out': 'A step of bringing it up took longer than its limit.',
  'activation-failed': 'Its code could not be brought up when it was first used.',
  crashed: 'Its worker or process ended by itself, or had to be ended.',
  'content-missing': 'Content that it needs is not in the store.',
  'content-mismatch': 'Content of the store was changed: put it there again.',
  'pointer-missing': 'The registry has no such plugin: publish it.',
  'pointer-invalid': 'The pointer of the registry was changed by hand: publish the plugin again.',
  'history-missing': 'No such build is remembered.',
  'history-invalid': 'The history of builds was changed by hand.',
  'store-busy': 'Another process held the store for too long: try again.',
  'name-taken': 'Two components have the same name: rename one of them.',
  'header-invalid': 'An x-mcp-header stands where none is allowed: correct or remove it.',
};

const maxMessageLength = 300;

/** Describes why a plugin's newest build does not serve. */
export function describeFailure({ code, message }: PluginError): Failure {
  return { code, summary: summaries[code], message: readable(message) };
}

/** Describes a part of a server's configuration that cannot be offered. */
export function describeConfigurationProblem(problem: string): Failure {
  return {
    code: 'configuration',
    summary: 'Something of its configuration cannot be offered.',
    message: readable(problem),
  };
}

/** Describes an error of the newest sources, which do not build. */
export function describeBuildError({ place, code, message }: BuildError): Failure {
  const where = place === undefined ? '' : `${place} - `;
  return {
    code: 'build-failed',
    summary: 'Its newest sources do not build: correct them, and the next save is built.',
    message: `${where}${code === undefined ? '' : `${code}: `}${readable(message)}`,
  };
}

/** Returns the first line of a message, shortened and without paths. */
export function readable(message: string): string {
  return withFileNames(message.split('\n', 1)[0]!).slice(0, maxMessageLength);
}

/** Failures whose code and summary are the same, as one line of a list. */
export interface AlikeFailures extends Failure {
  readonly count: number;
}

/** Joins failures of which a list says the same. Errors of builds stay apart, since a list has their messages. */
export function joinAlike(failures: readonly Failure[]): AlikeFailures[] {
  const joined = new Map<string, AlikeFailures>();
  for (const failure of failures) {
    const { code, summary, message } = failure;
    const key = code === 'build-failed' ? message : `${code} ${summary}`;
    joined.set(key, { ...failure, count: (joined.get(key)?.count ?? 0) + 1 });
  }
  return [...joined.values()];
}
