/**
 * Runs one of our programs for a case and collects the messages that it sends.
 */
import { fork } from 'node:child_process';

/** Time after which a program that still runs is ended; far above what any case takes. */
const patienceMs = 120_000;

/** Time that a program has to end by itself once it has closed its channel, so that its own exit code is known. */
const afterLastMs = 500;

/**
 * @typedef {object} ChildRun
 * @property {readonly unknown[]} messages
 * @property {string} ending why there are no more: an exit code, a signal or the time limit
 * @property {string} printed the last lines that it wrote to its standard error
 */

/**
 * @param {string} program a path
 * @param {readonly string[]} args
 * @param {{ cwd: string, execArgv?: readonly string[], env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<ChildRun>} when it has ended
 */
export function runChild(program, args, { cwd, execArgv = [], env = process.env }) {
  return new Promise((resolve) => {
    const child = fork(program, [...args], {
      cwd,
      env,
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    /** @type {unknown[]} */
    const messages = [];
    let printed = '';
    let isLate = false;
    child.on('message', (message) => void messages.push(message));
    child.stderr?.setEncoding('utf8').on('data', (text) => void (printed = (printed + text).slice(-2_000)));
    // A package that keeps a timer would keep the process, which has nothing more to do without its channel.
    child.on('disconnect', () => void setTimeout(() => child.kill('SIGKILL'), afterLastMs).unref());
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, patienceMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const ending = isLate
        ? `no end after ${patienceMs / 1000} s`
        : signal
          ? `ended by ${signal}`
          : `exit code ${code}`;
      resolve({ messages, ending, printed });
    });
  });
}
