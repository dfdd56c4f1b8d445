/**
 * `sigil sign-out`: forgets the sign-ins at remote servers that are kept on this machine.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

const examples = [
  [
    'sigil sign-out https://mail.example/mcp',
    'sign in again, maybe as another user, at the next "sigil serve --proxy"',
  ],
  ['sigil sign-out --all', 'forget every sign-in of this user'],
] as const;

export function addSignOutCommand(program: Command, terminal: Terminal): void {
  program
    .command('sign-out')
    .summary('forget sign-ins at remote servers')
    .description(
      'Forget the tokens with which remote servers know the user of this machine. They stay valid until they expire, unless the ' +
        'user ends them at the authorization server too.',
    )
    .argument('[url]', 'the server, as "sigil serve --proxy" was given it')
    .option('--all', 'every sign-in of this user, also those of servers over stdio with a configuration file')
    .addHelpText('after', formatExamples(examples))
    .action(async (url: string | undefined, { all = false }: { readonly all?: boolean }) => {
      const { signOut } = await import('../signing-out/sign-out.js');
      await signOut({ url, isAll: all }, terminal);
    });
}
