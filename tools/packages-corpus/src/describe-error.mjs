/**
 * Describes an error with its causes on one line, without a stack.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  const own = `${error.name}: ${error.message}`.trim().replaceAll(/\s*\n\s*/g, ' / ');
  return error.cause === undefined ? own : `${own} <- ${describeError(error.cause)}`;
}
