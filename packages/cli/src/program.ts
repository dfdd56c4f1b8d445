/**
 * The `sigil` command line as a whole: its commands, their shared options, and the output of commander's own messages.
 */
import { Command } from 'commander';
import picocolors from 'picocolors';
import { addAuditCommand } from './commands/audit.js';
import { addBuildCommand } from './commands/build.js';
import { addBundleCommand } from './commands/bundle.js';
import { addCallCommand } from './commands/call.js';
import { addCheckCommand } from './commands/check.js';
import { addConfigCommand } from './commands/config.js';
import { addDevCommand } from './commands/dev.js';
import { addDiffCommand } from './commands/diff.js';
import { addDocsCommand } from './commands/docs.js';
import { addEvalCommand } from './commands/eval.js';
import { addGarbageCommand } from './commands/gc.js';
import { addHelpCommand } from './commands/help.js';
import { addImportCommand } from './commands/import.js';
import { addInspectCommand } from './commands/inspect.js';
import { addInstallCommand, addUninstallCommand } from './commands/install.js';
import { addListCommand } from './commands/list.js';
import { addLspCommand } from './commands/lsp.js';
import { addManifestCommand } from './commands/manifest.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addNewCommand } from './commands/new.js';
import { addKeysCommand } from './commands/keys.js';
import { addPinsCommand } from './commands/pins.js';
import { addPublishCommand } from './commands/publish.js';
import { addRollbackCommand } from './commands/rollback.js';
import { addServeCommand } from './commands/serve.js';
import { addSignOutCommand } from './commands/sign-out.js';
import { addTopCommand } from './commands/top.js';
import { addTypesCommand } from './commands/types-command.js';
import { environmentFileOption, type GlobalOptions } from './commands/common-options.js';
import { formatExamples } from './commands/format-examples.js';
import { prepareEnvironment } from './configuring/prepare-environment.js';
import { refusePlugAndPlay } from './configuring/refuse-plug-and-play.js';
import { packageVersion } from './package-version.js';
import type { Terminal } from './terminal/terminal.js';

const examples = [
  ['sigil new weather', 'write a new plugin'],
  ['sigil dev', 'build and serve the plugin here, again after each save'],
  [`sigil call . echo '{"message":"hi"}'`, 'call one of its tools'],
  ['sigil serve --stdio', 'serve it to the program that started this one'],
] as const;

/** The commands in the order of a plugin's life, under the titles that `--help` shows. */
const groups = [
  [
    'Author',
    [
      addNewCommand,
      addImportCommand,
      addMigrateCommand,
      addDevCommand,
      addBuildCommand,
      addCheckCommand,
      addEvalCommand,
      addManifestCommand,
      addTypesCommand,
      addDocsCommand,
      addDiffCommand,
      addLspCommand,
    ],
  ],
  ['Serve', [addServeCommand, addConfigCommand]],
  [
    'Connect',
    [addCallCommand, addListCommand, addInspectCommand, addInstallCommand, addUninstallCommand, addSignOutCommand],
  ],
  ['Publish', [addBundleCommand, addPublishCommand, addRollbackCommand]],
  ['Operate', [addTopCommand, addKeysCommand, addPinsCommand, addAuditCommand, addGarbageCommand]],
] as const;

/** Makes commander throw its errors instead of ending the process. */
export function buildProgram(terminal: Terminal): Command {
  // Commander removes the escape codes for streams without colours.
  const { bold } = picocolors.createColors(true);
  const program = new Command('sigil');
  program
    .description('Publish decorated TypeScript classes as MCP servers.')
    .version(packageVersion(), '-V, --version', 'print the version, and the revisions of MCP that it speaks')
    .option('--verbose', 'say where an error came from (also: SIGIL_DEBUG=1)')
    .addOption(environmentFileOption())
    .helpOption('-h, --help', 'say how to use a command')
    .configureHelp({ showGlobalOptions: true, styleTitle: (title) => bold(title) })
    .addHelpText('after', formatExamples(examples))
    .showHelpAfterError('(sigil --help says what there is)')
    .hook('preAction', (_program, action) => {
      refusePlugAndPlay(action);
      prepareEnvironment(program.opts<GlobalOptions>().envFile ?? [], terminal);
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => terminal.err.line(text.trimEnd()),
      getOutHelpWidth: () => terminal.out.columns ?? 100,
      getErrHelpWidth: () => terminal.err.columns ?? 100,
      getOutHasColors: () => terminal.out.paint.isColorSupported,
      getErrHasColors: () => terminal.err.paint.isColorSupported,
      outputError: (text, write) => write(text.replace(/^error:/, terminal.err.paint.red('error:'))),
    });
  for (const [title, commands] of groups) {
    program.commandsGroup(`${title}:`);
    for (const add of commands) add(program, terminal);
  }
  program.commandsGroup('Help:');
  addHelpCommand(program);
  return program;
}
