/**
 * Reads the recorded inputs of a plugin's views in a process of its own, which runs the author's files and then ends.
 */
import { fork } from 'node:child_process';
import type { RecordedStories } from '@sigil/server/plugin-server';
import { storyProgramFile } from './story-program-file.js';

/** The longest run of the files, in milliseconds. */
const longestRunMs = 10_000;

/** Never rejects: a failure is among the problems. @param folder of the plugin */
export function readRecordedStories(folder: string): Promise<RecordedStories> {
  return new Promise((resolve) => {
    const child = fork(storyProgramFile, [folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const end = (stories: RecordedStories): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(stories);
    };
    const fail = (why: string): void => end({ stories: [], problems: [`The recorded inputs were not read: ${why}.`] });
    const timer = setTimeout(() => fail(`their files ran for more than ${longestRunMs} ms`), longestRunMs);
    child.once('message', (message) => end(message as RecordedStories)); // of our own program
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`their process ended with ${signal ?? `code ${code}`}`));
  });
}
