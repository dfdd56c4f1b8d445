/**
 * `sigil audit verify`: checks the audit trail of a server.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';
import { finishGroup } from './help.js';

const examples = [['sigil audit verify /var/log/sigil/audit.jsonl', 'check each line, and say the last hash']] as const;

export function addAuditCommand(program: Command, terminal: Terminal): void {
  const audit = program
    .command('audit')
    .summary('check the audit trail of a server')
    .description('Check the audit trail of a server.')
    .addHelpText('after', formatExamples(examples));
  audit
    .command('verify')
    .summary('check that nothing in it was changed')
    .description(
      'Check that no line of an audit trail was changed, removed or moved, and name the first that was. Lines that were cut off ' +
        'the end leave a whole trail with another last hash, so keep the one that is printed.',
    )
    .argument('<file>', 'the file that auditFile of the server names')
    .addHelpText('after', formatExamples(examples))
    .action(async (file: string) => {
      const { verifyAudit } = await import('@sigil/observe');
      const check = await verifyAudit(resolve(terminal.cwd, file)).catch((cause: unknown) => {
        throw new CommandError(`the file "${file}" cannot be read`, { cause });
      });
      if (!check.isWhole) throw new CommandError(`line ${check.line} of "${file}" is wrong: ${check.why}`);
      terminal.out.line(`${check.last.number} lines, whole. The last hash: ${check.last.hash}`);
    });
  finishGroup(audit);
}
