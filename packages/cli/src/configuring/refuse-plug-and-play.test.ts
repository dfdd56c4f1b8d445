import { Command } from 'commander';
import { expect, test } from 'vitest';
import { refusePlugAndPlay } from './refuse-plug-and-play.js';

/** Runs a command line of a program with some commands of `sigil`. */
function runUnderPlugAndPlay(...words: string[]): void {
  const program = new Command('sigil').hook('preAction', (_program, action) =>
    refusePlugAndPlay(action, 'not supported'),
  );
  program.command('call <target>').action(() => undefined);
  program.command('new <name>').action(() => undefined);
  program
    .command('bundle')
    .command('mcpb')
    .action(() => undefined);
  program.parse(words, { from: 'user' });
}

test.each([[['call', '.']], [['bundle', 'mcpb']]])('%j is refused, since it reads a plugin', (words) => {
  expect(() => runUnderPlugAndPlay(...words)).toThrow('not supported');
});

test.each([[['call', 'http://127.0.0.1:3000/mcp']], [['new', 'weather']]])(
  '%j is run, since it reads no plugin',
  (words) => {
    expect(() => runUnderPlugAndPlay(...words)).not.toThrow();
  },
);
