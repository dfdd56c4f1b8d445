/**
 * Runs synchronous code for a limited time.
 */
import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

const context: { run?: () => unknown } = createContext({});
const script = new Script('run()');

/** @returns `undefined` if it takes longer than `timeoutMs` @throws what it throws */
export function runLimited<Value>(run: () => Value, timeoutMs: number): Value | undefined {
  let value: Value | undefined;
  context.run = () => void (value = run());
  try {
    script.runInContext(context, { timeout: timeoutMs });
    return value;
  } catch (error) {
    // Not an Error of this realm.
    if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return undefined;
    throw error;
  } finally {
    delete context.run;
  }
}
