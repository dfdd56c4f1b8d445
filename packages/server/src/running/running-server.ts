/**
 * A server as it runs: what its opener gets, and the steps in which it is closed.
 */
import type { Readable, Writable } from 'node:stream';
import type { LoopWatch } from '@sigil/plugin-host/program';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { ServingLog } from '../log/server-log.js';
import type { ShownServer } from '../mounts/mount.js';
import type { Observation } from '../observing/observation.js';
import type { BuildChange } from '../pages/build-change.js';
import type { RecordedStories } from '../views/recorded-story.js';
import type { UpstreamCallers } from '../remotes/upstream-callers.js';
import type { OpenStore } from '../store/open-shared-store.js';
import type { Membership } from '../workers/membership.js';

/** The running server. The code that opens it closes it. */
export interface RunningServer {
  /** The URL at which the server listens, without a path or a trailing slash; `undefined` over stdio. */
  readonly url: string | undefined;
  /** Every current server, including refused ones; that of all together comes last. */
  readonly servers: readonly ShownServer[];
  /** Settles when the server ends by itself, after its standard input was closed. Never settles over HTTP. */
  readonly ended: Promise<void>;
  /** Looks for new builds, plugins and configuration. Never rejects: problems are logged. */
  reload(): Promise<void>;
  /** Accepts no more work, lets running work finish for a while, and stops the plugins that it opened. May be called again. */
  close(options?: CloseOptions): Promise<void>;
}

/** Facts about the successor of a server, which decide how long its connections stay open. */
export interface CloseOptions {
  /** Another process serves the same address already, so connections move over, and probes are not affected. */
  readonly isReplaced?: boolean;
  /**
   * Time that connections without a request stay open, since a proxy may be sending one; see `idleWhenStoppedMs`. Default: 0.
   */
  readonly idleMs?: number;
}

/** `stopping`: the readiness probe fails; `replaced`: another process serves the same address, so probes are not affected. */
export type ServingPhase = 'serving' | 'stopping' | 'replaced';

/** The streams of messages over stdio. */
export interface StdioStreams {
  readonly input?: Readable;
  readonly output: Writable;
}

/** The builds of the plugins' sources, for the pages. */
export interface BuildNews {
  /** Returns the replacements of builds since the start, newest first; `undefined` if they are not recorded. */
  readonly changes: (() => readonly BuildChange[]) | undefined;
  /** Returns the standing errors of the latest builds, by plugin. */
  readonly errors: () => ErrorsByPlugin;
  /** Reads the recorded inputs of views; `undefined` if none are served. */
  readonly stories: (() => Promise<RecordedStories>) | undefined;
}

/** The dependencies of serving besides the mounts. */
export interface ServingParts {
  readonly log: ServingLog;
  readonly loop: Pick<LoopWatch, 'blocked'>;
  readonly reload: () => Promise<void>;
  /** Called before anything else is closed. */
  readonly closers: readonly (() => void)[];
  /** Present if one mount is served over stdio. */
  readonly streams: StdioStreams | undefined;
  readonly builds: BuildNews;
  readonly observation: Observation;
  /** The identities of callers at upstream servers; `undefined` if there can be no upstream server. */
  readonly callers: UpstreamCallers | undefined;
  /** Closed with the server; `undefined` if nothing is shared with other processes. */
  readonly store: OpenStore | undefined;
  readonly member: Membership;
}

/** The serving of all mounts over one kind of transport. */
export interface Serving extends Pick<RunningServer, 'url' | 'ended'> {
  /** Serves for `forMs` more, while the readiness probe reports that the server is stopping. */
  drain(forMs: number): Promise<void>;
  /** Serves for `forMs` more. The probes do not change. */
  moveOver(forMs: number): Promise<void>;
  /** Lets running tasks end for a while, and ends or hands over the rest. @param isLast see `TaskEnding` */
  finishTasks(isLast: boolean): Promise<void>;
  /** Ends subscriptions and accepts no more connections, lets running work finish for a while, and ends the rest. */
  close(idleMs: number): Promise<void>;
  /** Gives the other workers the data that outlive this one. */
  handOver(): Promise<void>;
}
