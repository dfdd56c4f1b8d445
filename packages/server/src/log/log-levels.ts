/**
 * The levels of the log's modules, which can be changed while the server runs.
 */

/** `server`: the server itself; `plugins`: their life cycles; `calls`: faults of calls; `access`: the calls themselves. */
export const logModules = ['server', 'plugins', 'calls', 'access'] as const;
/** A module of the log. */
export type LogModule = (typeof logModules)[number];

/** `info`: everything; `error`: only what needs attention; `silent`: nothing. */
export const logLevels = ['info', 'error', 'silent'] as const;
/** A level of the log. */
export type LogLevel = (typeof logLevels)[number];

export class LogLevels {
  readonly #levels = new Map<LogModule, LogLevel>(logModules.map((module) => [module, 'info']));

  isOn(module: LogModule, level: 'info' | 'error'): boolean {
    const least = this.#levels.get(module);
    return least === 'info' || least === level;
  }

  /** @throws Error with a sentence for the operator when there is no such module or level */
  set(module: string | undefined, level: string | undefined): void {
    const knownModule = logModules.find((it) => it === module);
    const knownLevel = logLevels.find((it) => it === level);
    if (!knownModule) throw new Error(`"module" must be one of ${logModules.join(', ')}`);
    if (!knownLevel) throw new Error(`"level" must be one of ${logLevels.join(', ')}`);
    this.#levels.set(knownModule, knownLevel);
  }

  /** The levels by module. */
  get all(): Readonly<Record<string, LogLevel>> {
    return Object.fromEntries(this.#levels);
  }
}
