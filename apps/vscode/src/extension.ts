/**
 * Starts the workspace's own `sigil lsp` for TypeScript files, and asks for the arguments of calls.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands, window, workspace, type ExtensionContext } from 'vscode';
import { LanguageClient, type Executable, type ExecuteCommandSignature } from 'vscode-languageclient/node';

/** The program of `@sigil/cli`, in the folder that it is installed in. */
const program = 'node_modules/@sigil/cli/bin/sigil.mjs';

let client: LanguageClient | undefined;

/** Called by VS Code with the first TypeScript file. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand('sigil.restart', async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

/** Called by VS Code at its end. */
export async function deactivate(): Promise<void> {
  await stop();
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration('sigil');
  const executable = findServer(settings.get<readonly string[]>('command', []));
  // A workspace without plugins has no use for it.
  if (!executable) return;
  client = new LanguageClient('sigil', 'Sigil', executable, {
    documentSelector: [
      { scheme: 'file', language: 'typescript' },
      { scheme: 'file', language: 'typescriptreact' },
      { scheme: 'file', pattern: '**/package.json' },
    ],
    initializationOptions: { origin: settings.get('origin') },
    middleware: { executeCommand: askForArguments },
  });
  try {
    await client.start();
  } catch {
    // The client has shown the reason, and "Restart the language server" tries again.
  }
}

async function stop(): Promise<void> {
  try {
    await client?.stop();
  } catch {
    // One that did not start cannot be stopped.
  }
  client = undefined;
}

function findServer([command, ...args]: readonly string[]): Executable | undefined {
  if (command !== undefined) return { command, args };
  const roots = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  for (const { uri } of roots) {
    for (let folder = uri.fsPath; ; folder = dirname(folder)) {
      const found = join(folder, program);
      if (existsSync(found)) return { command: 'node', args: [found, 'lsp'], options: { cwd: uri.fsPath } };
      if (dirname(folder) === folder) break;
    }
  }
  return undefined;
}

/** Asks for the arguments of a call; the others run as they are. */
async function askForArguments(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  const [target] = args;
  if (command !== 'sigil.call' || typeof target !== 'object' || target === null) return next(command, args);
  const written = await window.showInputBox({
    title: `Call ${'name' in target ? String(target.name) : 'the tool'}`,
    prompt: 'Arguments, as a JSON object',
    value: '{}',
    validateInput: (text) => (readObject(text) ? undefined : 'Expected a JSON object, such as { "city": "Bern" }'),
  });
  if (written === undefined) return undefined;
  return next(command, [{ ...target, arguments: readObject(written) }]);
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
