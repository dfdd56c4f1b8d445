/**
 * The states of a hosted plugin, and the changes that lead from one to the next. Every other change is an error of the host.
 *
 * Knows nothing of how builds are read and started. Spec: docs/operate/hosting.md
 */
import type { PluginError } from '@sigil/core/building';
import type { BootReport } from './boot-report.js';
import type { PluginStatus } from './hosted-plugin.js';
import type { Prepared } from './prepare-generations.js';

/** The generation for new calls. */
export interface Serving extends Prepared {
  /** From 1, in this host. */
  readonly number: number;
  readonly since: Date;
}

/** The report is about the last attempt to start a build; `undefined` before the first one has ended. */
export type HostState =
  /** No build has served yet. */
  | { readonly kind: 'empty'; readonly error: PluginError; readonly report: BootReport | undefined }
  /** The build that was read last serves. */
  | { readonly kind: 'serving'; readonly serving: Serving; readonly report: BootReport }
  /** A newer build does not serve, or could not be read; the generation before it stays. */
  | {
      readonly kind: 'refused';
      readonly serving: Serving;
      readonly error: PluginError;
      readonly report: BootReport;
    }
  /** The code of the serving build failed to come up at its first use, which is tried again. */
  | {
      readonly kind: 'inactive';
      readonly serving: Serving;
      readonly error: PluginError;
      readonly report: BootReport;
    }
  /** Nothing serves any more. The status is that before the end. */
  | { readonly kind: 'closed'; readonly status: PluginStatus; readonly report: BootReport | undefined };

/** An event that may change the state. */
export type HostChange =
  | { readonly kind: 'committed'; readonly serving: Serving; readonly report: BootReport }
  /** The build that serves was read again, after another one was refused. */
  | { readonly kind: 'confirmed'; readonly report: BootReport }
  | { readonly kind: 'refused'; readonly error: PluginError; readonly report: BootReport }
  /** The code of the serving build came up at its first use. */
  | { readonly kind: 'activated'; readonly report: BootReport }
  | { readonly kind: 'activation-failed'; readonly error: PluginError; readonly report: BootReport }
  | { readonly kind: 'closed' };

/** A change that the state does not allow. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';

  constructor(state: HostState['kind'], change: HostChange['kind']) {
    super(`a hosted plugin that is "${state}" cannot become "${change}"`);
  }
}

type State<Kind extends HostState['kind']> = Extract<HostState, { kind: Kind }>;
type Change<Kind extends HostChange['kind']> = Extract<HostChange, { kind: Kind }>;
type WithServing = State<'serving' | 'refused' | 'inactive'>;

type Transitions = {
  readonly [From in HostState['kind']]: {
    readonly [By in HostChange['kind']]?: (state: State<From>, change: Change<By>) => HostState;
  };
};

const serve = (_state: HostState, { serving, report }: Change<'committed'>): HostState => ({
  kind: 'serving',
  serving,
  report,
});
const serveAgain = ({ serving }: WithServing, { report }: Change<'confirmed' | 'activated'>): HostState => ({
  kind: 'serving',
  serving,
  report,
});
const refuse = ({ serving }: WithServing, { error, report }: Change<'refused'>): HostState => ({
  kind: 'refused',
  serving,
  error,
  report,
});
const failActivation = ({ serving }: WithServing, { error, report }: Change<'activation-failed'>): HostState => ({
  kind: 'inactive',
  serving,
  error,
  report,
});
const close = (state: HostState): HostState => ({ kind: 'closed', status: readStatus(state), report: state.report });

const transitions: Transitions = {
  empty: {
    committed: serve,
    refused: (_state, { error, report }) => ({ kind: 'empty', error, report }),
    closed: close,
  },
  serving: {
    committed: serve,
    refused: refuse,
    activated: serveAgain,
    'activation-failed': failActivation,
    closed: close,
  },
  refused: {
    committed: serve,
    confirmed: serveAgain,
    refused: refuse,
    // The newer build is refused all the same.
    activated: (state, { report }) => ({ ...state, report }),
    'activation-failed': failActivation,
    closed: close,
  },
  inactive: {
    committed: serve,
    confirmed: serveAgain,
    refused: refuse,
    activated: serveAgain,
    'activation-failed': failActivation,
    closed: close,
  },
  closed: { closed: (state) => state },
};

/** @throws IllegalTransitionError for a change that the table does not list */
export function changeState(state: HostState, change: HostChange): HostState {
  // The table's types pair each state with its own kind, which a lookup by a variable loses.
  const step = transitions[state.kind][change.kind] as ((from: HostState, by: HostChange) => HostState) | undefined;
  if (!step) throw new IllegalTransitionError(state.kind, change.kind);
  return step(state, change);
}

/** Returns the generation for new calls; `undefined` if nothing serves. */
export function readServing(state: HostState): Serving | undefined {
  return 'serving' in state ? state.serving : undefined;
}

/** Returns the state as operators see it. */
export function readStatus(state: HostState): PluginStatus {
  if (state.kind === 'closed') return state.status;
  if (state.kind === 'empty') return { state: 'failed', error: state.error };
  const { manifest } = state.serving.built;
  if (state.kind === 'serving') return { state: 'serving', manifest };
  return { state: 'failed', error: state.error, serving: manifest };
}
