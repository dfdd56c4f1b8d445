/**
 * Ends the language server with its editor, which may die without closing the pipe.
 *
 * Spec: Language Server Protocol 3.17, "initialize", `processId`
 */
const lookEveryMs = 3_000;

/** Aborts `ending` once the process is gone; looks until it is aborted. */
export function watchEditor(processId: number, ending: AbortController): void {
  const timer = setInterval(() => {
    if (!isAlive(processId)) ending.abort();
  }, lookEveryMs).unref();
  ending.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (cause) {
    // A process of another user is alive.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
