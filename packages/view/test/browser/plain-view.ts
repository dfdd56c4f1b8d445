/**
 * A view without a framework, which tests drive.
 */
import { connect, ViewError, type OpeningCall, type View, type ViewTool } from '../../src/index.js';

/** The tool that opens the view. */
const roll: ViewTool<{ sides: number }, { total: number }> = { name: 'roll', longerNames: ['re_roll'] };

declare global {
  interface Window {
    view: View;
    calls: OpeningCall<{ sides: number }, { total: number }>[];
    results: number[];
    tools: {
      roll: typeof roll;
      words: ViewTool<{ city: string }, string>;
      list: ViewTool<Record<string, never>, number[]>;
    };
    /** Returns the value, or the code and the message of the error. */
    outcomeOf(promise: Promise<unknown>): Promise<unknown>;
  }
}

window.calls = [];
window.results = [];
window.tools = { roll, words: { name: 'words', result: 'text' }, list: { name: 'list', result: 'wrapped' } };
window.outcomeOf = async (promise) => {
  try {
    return await promise;
  } catch (error) {
    return error instanceof ViewError ? [error.code, error.message] : String(error);
  }
};
window.view = await connect();
window.view.watch(roll, (call) => window.calls.push(JSON.parse(JSON.stringify(call))));
window.view.onResult(roll, ({ total }) => window.results.push(total));
