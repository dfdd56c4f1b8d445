/**
 * Keeps the process alive when a plugin's code fails outside of what waits for it: a late rejection, a throw in a timer.
 *
 * One team's bug is nobody else's outage, from the first line of a plugin that runs.
 */
export function surviveLateErrors(write: (line: string) => void): void {
  const report = (kind: string, error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    write(`${kind} outside of any call, from a plugin or a library: ${text}\n`);
  };
  process.on('unhandledRejection', (reason) => report('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    // Nobody reads any more: going on would only fail again, forever.
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    report('uncaught exception', error);
  });
}
