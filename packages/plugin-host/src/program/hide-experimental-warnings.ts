/**
 * Hides Node's warnings about experimental features that plugins, packages or this program use: users of a server can do nothing about
 * them. Other warnings are printed as ever.
 */

/** Call before foreign code is loaded. With `--trace-warnings` the warnings stay, since someone looks for them. */
export function hideExperimentalWarnings(): void {
  if (process.execArgv.includes('--trace-warnings')) return;
  const { emitWarning } = process;
  process.emitWarning = (...args: unknown[]) => {
    if (kindOf(args) !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, args);
  };
}

function kindOf([warning, options]: readonly unknown[]): unknown {
  if (warning instanceof Error) return warning.name;
  return typeof options === 'object' && options !== null && 'type' in options ? options.type : options;
}
