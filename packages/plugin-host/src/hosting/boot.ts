/**
 * One attempt to start a plugin: runs the steps in order, each under its own limit, and records how they went.
 */
import { PluginError } from '@sigil/core/building';
import type { BuiltPlugin } from '../builds/build-source.js';
import type { BootReport, BootStep } from './boot-report.js';
import type { HostLimits } from './host-limits.js';
import { withinTime } from './time-limit.js';

const limitOf = {
  read: 'readTimeoutMs',
  open: 'openTimeoutMs',
  start: 'startTimeoutMs',
  health: 'healthTimeoutMs',
} as const satisfies Readonly<Record<BootStep, keyof HostLimits>>;

const wordsFor: Readonly<Record<BootStep, string>> = {
  read: 'reading its build',
  open: 'loading its code',
  start: 'start()',
  health: 'health()',
};

export class Boot {
  readonly #startedAt = new Date();
  readonly #began = performance.now();
  readonly #steps: { step: BootStep; durationMs: number }[] = [];
  #built: BuiltPlugin | undefined;

  /** @param label names the plugin until its manifest does */
  constructor(
    private readonly label: string,
    private readonly limits: HostLimits,
  ) {}

  /** Sets the build that the later steps belong to. */
  noteBuilt(built: BuiltPlugin): void {
    this.#built = built;
  }

  /**
   * Runs a step.
   *
   * @param onLate called with the result of a step that finished after its limit
   * @throws PluginError `timed-out` naming plugin, step and limit; the step's own error, as a PluginError
   */
  async run<Result>(step: BootStep, work: () => Promise<Result>, onLate?: (result: Result) => void): Promise<Result> {
    const began = performance.now();
    const limitMs = this.limits[limitOf[step]];
    const error = (): Error =>
      new PluginError(
        'timed-out',
        `${this.#subject}: ${wordsFor[step]} took longer than ${limitMs} ms (limit ${limitOf[step]})`,
      );
    const noted = { step, durationMs: 0 };
    this.#steps.push(noted);
    try {
      return await withinTime(startOf(work), { limitMs, error, ...(onLate ? { onLate } : {}) });
    } catch (cause) {
      if (cause instanceof PluginError) throw cause;
      throw new PluginError('start-failed', `${this.#subject}: ${wordsFor[step]} failed`, { cause });
    } finally {
      noted.durationMs = since(began);
    }
  }

  /** @param error why the boot failed; left out when it succeeded */
  report(error?: PluginError): BootReport {
    return {
      outcome: error ? 'failed' : 'serving',
      startedAt: this.#startedAt,
      durationMs: since(this.#began),
      steps: this.#steps.map((step) => ({ ...step })),
      ...(this.#built ? { manifestCid: this.#built.manifestCid, version: this.#built.manifest.plugin.version } : {}),
      ...(error ? { error } : {}),
    };
  }

  get #subject(): string {
    return `plugin "${this.#built?.manifest.plugin.name ?? this.label}"`;
  }
}

// A step that throws synchronously fails like one that rejects.
async function startOf<Result>(work: () => Promise<Result>): Promise<Result> {
  return work();
}

function since(began: number): number {
  return Math.round(performance.now() - began);
}
