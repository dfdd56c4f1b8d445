/**
 * A judge that is any program: it reads one line of JSON `{ words, tools }` and writes one line `{ tool, arguments }`, again and again.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Choice, EvaluatedTool } from '@sigil/contracts/evaluation';
import type { JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { CommandError, InterruptedError } from '../failures/command-error.js';

/** The program and its limits. */
export interface ModelOptions {
  /** A line for the shell. */
  readonly command: string;
  readonly cwd: string;
  /** The longest time for one answer. */
  readonly timeoutMs: number;
  readonly interrupted: AbortSignal;
}

/**
 * Asks for each of `words` in turn. A program that ends after an answer is started again for the next.
 *
 * @param onAnswer called after each answer
 * @throws CommandError when an answer is late, missing or not of the form; the program is ended
 */
export async function askModel(
  words: readonly string[],
  tools: readonly EvaluatedTool[],
  options: ModelOptions,
  onAnswer: () => void,
): Promise<Choice[]> {
  const offered = tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema }));
  const choices: Choice[] = [];
  let program: ModelProgram | undefined;
  try {
    for (const request of words) {
      const question = JSON.stringify({ words: request, tools: offered });
      let line = await program?.ask(question);
      if (line === undefined) {
        program = new ModelProgram(options);
        line = await program.ask(question);
      }
      if (line === undefined) throw new CommandError(`the model ended without an answer: ${options.command}`);
      choices.push(readChoice(line, request));
      onAnswer();
    }
    return choices;
  } finally {
    program?.end();
  }
}

class ModelProgram {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  #isRunning = true;

  constructor(private readonly options: ModelOptions) {
    const { command, cwd } = options;
    this.#child = spawn(command, {
      cwd,
      shell: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    });
    this.#child.once('close', () => (this.#isRunning = false));
    // A program that ends before it read everything closes the pipe; the missing answer is the error that is reported.
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** @returns its next line; `undefined` if it has ended @throws CommandError when it takes too long */
  async ask(line: string): Promise<string | undefined> {
    const { command, timeoutMs, interrupted } = this.options;
    this.#child.stdin.write(`${line}\n`);
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), interrupted]);
    const ended = new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    });
    const answer = await Promise.race([this.#lines.next(), ended]).catch(() => undefined);
    if (interrupted.aborted) throw new InterruptedError('interrupted while the model was asked');
    if (answer === undefined)
      throw new CommandError(`the model gave no answer within ${timeoutMs / 1000} s: ${command}`);
    return answer.done ? undefined : answer.value;
  }

  end(): void {
    const { pid } = this.#child;
    if (!this.#isRunning || pid === undefined) return;
    this.#child.stdin.end();
    try {
      // The shell may have started others.
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
}

function readChoice(line: string, words: string): Choice {
  const answer = parse(line);
  const tool = answer !== undefined && isJsonObject(answer) ? answer['tool'] : undefined;
  const given = answer !== undefined && isJsonObject(answer) ? answer['arguments'] : undefined;
  if (tool !== null && typeof tool !== 'string') {
    throw new CommandError(
      `the model must answer with one line {"tool":"name" or null,"arguments":{…}}; for ${JSON.stringify(words)} it wrote ${line.slice(0, 200)}`,
    );
  }
  return given !== undefined && isJsonObject(given) ? { tool, arguments: given } : { tool };
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
