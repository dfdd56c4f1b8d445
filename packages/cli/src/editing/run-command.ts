/**
 * Runs the commands of an editor: calls a tool as `sigil call` does, or opens the form of a method on the page of its server.
 */
import { execFile } from 'node:child_process';
import { isJsonObject } from '@sigil/core/building';
import { MessageType, ShowMessageNotification, type Connection } from 'vscode-languageserver';
import { sigilProgram } from '../sigil-program.js';
import { editorCommands, type CommandTarget } from './method-lenses.js';

/** The longest time of a call. */
const longestCallMs = 120_000;

/** A command that the editor runs. */
export interface EditorCommand {
  readonly command: string;
  /** As the editor sent it. */
  readonly target: unknown;
  /** The origin of the server with the page. */
  readonly origin: string;
  readonly editor: Connection;
}

/** The outcome of a call, as text for people. */
export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/**
 * Runs the command and shows its outcome.
 *
 * @returns the outcome of a call, for editors that show it themselves
 */
export async function runCommand({ command, target, origin, editor }: EditorCommand): Promise<CallOutcome | null> {
  if (!isCommandTarget(target)) throw new Error(`"${command}" takes the method that a code lens names`);
  switch (command) {
    case editorCommands.call: {
      const outcome = await callSaved(target);
      const text = `${target.name}: ${outcome.text}`;
      await editor.sendNotification(ShowMessageNotification.type, {
        type: outcome.isError ? MessageType.Error : MessageType.Info,
        message: text,
      });
      return outcome;
    }
    case editorCommands.openPage: {
      const uri = `${origin}/mcp/meta/${encodeURIComponent(target.server)}#${target.kind}-${encodeURIComponent(target.name)}`;
      if (await isServed(uri)) await editor.window.showDocument({ uri, external: true });
      else {
        const message = `no server at ${origin} has "${target.server}"; start it with: sigil dev`;
        await editor.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
      }
      return null;
    }
    default:
      throw new Error(`there is no command "${command}"`);
  }
}

/** Calls the saved plugin in a process of its own, so that its code cannot write into the conversation with the editor. */
function callSaved({ folder, name, arguments: given = {} }: CommandTarget): Promise<CallOutcome> {
  const options = { timeout: longestCallMs, maxBuffer: 4 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [sigilProgram, 'call', '--', folder, name, JSON.stringify(given)],
      options,
      (error, out, err) =>
        resolve({ isError: error !== null, text: (error === null ? out : err || error.message).trim() }),
    );
  });
}

async function isServed(page: string): Promise<boolean> {
  try {
    const response = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}

function isCommandTarget(value: unknown): value is CommandTarget {
  if (typeof value !== 'object' || value === null) return false;
  const isNamed = ['folder', 'server', 'kind', 'name'].every((key) => typeof Reflect.get(value, key) === 'string');
  const given: unknown = Reflect.get(value, 'arguments');
  return isNamed && (given === undefined || isJsonObject(given));
}
