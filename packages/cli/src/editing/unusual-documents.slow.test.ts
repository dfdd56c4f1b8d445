import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import {
  CancellationTokenSource,
  type CodeAction,
  type CodeLens,
  type Hover,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';
import { TestEditor } from './editor.test-support.js';

const folders: PluginFolder[] = [];
const editors: TestEditor[] = [];

afterEach(async () => {
  for (const editor of editors.splice(0)) {
    editor.hangUp();
    await editor.ended;
  }
  folders.splice(0).forEach((folder) => folder.remove());
});

async function open(capabilities = {}): Promise<TestEditor> {
  const editor = await TestEditor.open(capabilities);
  editors.push(editor);
  return editor;
}

function plugin(source?: string): PluginFolder {
  const folder = makePlugin(source);
  folders.push(folder);
  return folder;
}

const innerPackage = JSON.stringify({ name: '@acme/inner', type: 'module', dependencies: { '@sigil/core': '*' } });

/** Makes a workspace that is no plugin, with the sources of one in the folder `inner`, which lacks its package.json. */
function pluginInWorkspace(source: string): { readonly workspace: PluginFolder; readonly inner: string } {
  const workspace = plugin();
  workspace.write('package.json', JSON.stringify({ name: '@acme/workspace' }));
  workspace.write('packages/inner/tsconfig.json', readFileSync(join(workspace.path, 'tsconfig.json'), 'utf8'));
  workspace.write('packages/inner/src/greeter.ts', source);
  return { workspace, inner: 'packages/inner' };
}

const none = (shown: readonly unknown[]): boolean => shown.length === 0;
const some = (shown: readonly unknown[]): boolean => shown.length > 0;

async function hover(editor: TestEditor, uri: string, text: string, offset = 1): Promise<string> {
  const position = editor.positionOf(uri, text, offset);
  const shown = await editor.request<Hover | null>('textDocument/hover', { textDocument: { uri }, position });
  return (shown?.contents as { value: string } | undefined)?.value ?? '';
}

async function schemaOf(folder: PluginFolder, tool: string): Promise<string> {
  const { stdout } = await run(['manifest'], { cwd: folder.path });
  const { tools } = JSON.parse(stdout) as { tools: { name: string; inputSchema: object }[] };
  return JSON.stringify(tools.find(({ name }) => name === tool)?.inputSchema, undefined, 2);
}

describe('texts', () => {
  test('with CRLF, tabs and characters of two units have the places of a build', async () => {
    const source = greeter()
      .replace('/** Greet somebody. */', "/** Greet 👩‍🚀. */ static readonly face = '👩‍🚀';")
      .replaceAll('\n', '\r\n')
      .replaceAll('  ', '\t');
    const folder = plugin(source);
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    expect(await hover(editor, uri, 'greet(')).toContain(await schemaOf(folder, 'greet'));

    await editor.replace(uri, "face = '👩‍🚀'", "face = '👩‍🚀' + nobody");
    const [shown] = await editor.diagnosticsOf(uri, some);

    expect(shown?.range).toEqual({
      start: editor.positionOf(uri, 'nobody'),
      end: editor.positionOf(uri, 'nobody', 'nobody'.length),
    });
  });

  test('edited in many small steps are answered as they stand at each request', async () => {
    const folder = plugin();
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    const answers = [hover(editor, uri, 'greet(')];
    await answers[0];
    let typed = 'name: string';
    for (const letter of ', days = 3, city?: string') {
      await editor.replace(uri, typed, typed + letter);
      typed += letter;
      answers.push(hover(editor, uri, 'greet('));
    }
    const shown = await Promise.all(answers);

    expect(shown.every((text) => text.includes('**tool** `greet`'))).toBe(true);
    folder.write('src/greeter.ts', editor.textOf(uri));
    expect(shown.at(-1)).toContain(await schemaOf(folder, 'greet'));
  });

  test('that are in no file yet are part of the plugin, and are gone when they are closed', async () => {
    const folder = plugin();
    const editor = await open();
    const path = join(folder.path, 'src/farewell.ts');
    const text = greeter().replaceAll('Greeter', 'Farewell').replaceAll('greet(', 'leave(');
    const uri = await editor.openFile(path, text);
    const greeting = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    expect(await hover(editor, uri, 'leave(')).toContain('**tool** `leave`');

    await editor.replace(uri, 'leave(', 'greet(');
    const shown = await editor.diagnosticsOf(greeting, some);
    await editor.close(uri);

    expect(shown[0]?.message).toContain('greet');
    expect(await editor.diagnosticsOf(greeting, none)).toEqual([]);
  });

  test('that only an editor has are imported by other files', async () => {
    const folder = plugin(`import { tone } from './tone.js';\n${greeter().replace('Hello', '${tone}')}`);
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    await editor.diagnosticsOf(uri, some);

    await editor.openFile(join(folder.path, 'src/tone.ts'), "export const tone = 'Hi';\n");

    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
  });

  test('of five thousand lines are answered', async () => {
    const methods = Array.from(
      { length: 500 },
      (_, index) =>
        `  /**\n   * Count.\n   * @param from Where to begin\n   * @param days How many\n   */\n  @Tool()\n  count${index}(from: string, days = ${index}): string {\n    return from + days;\n  }\n\n`,
    );
    const folder = plugin(greeter(methods.join('')));
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));

    expect(await hover(editor, uri, 'count499(')).toContain('"default": 499');
    await editor.replace(uri, 'days = 499', 'days = 5');
    expect(await hover(editor, uri, 'count499(')).toContain('"default": 5');
  });
});

describe('addresses', () => {
  test.each([
    'file://elsewhere/greeter.ts',
    'file:///a%2Fb.ts',
    'file:///%FF.ts',
    'file:///a%00b.ts',
    'http://127.0.0.1/a.ts',
  ])('%s, which can be no file, is answered with nothing', async (uri) => {
    const editor = await open();
    await editor.openFile('', '@Tool', uri);

    expect(await hover(editor, uri, '@Tool')).toBe('');
  });

  test('are those of the editor: encoded, with spaces, through a link', async () => {
    const folder = plugin();
    folder.write('src/a place [1]/greeter.ts', greeter().replace('export class', 'class'));
    rmSync(join(folder.path, 'src/greeter.ts'));
    const link = `${folder.path} link`;
    symlinkSync(folder.path, link);
    folders.push({ ...folder, remove: () => rmSync(link) });
    const path = join(link, 'src/a place [1]/greeter.ts');
    const uri = pathToFileURL(path).href.replace('greeter.ts', '%67reeter%2Ets');
    const editor = await open();
    await editor.openFile(path, undefined, uri);

    expect(await editor.diagnosticsOf(uri, some)).toMatchObject([{ code: 'SIGIL010' }]);
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: editor.positionOf(uri, 'Greeter {'), end: editor.positionOf(uri, 'Greeter {') },
      context: { diagnostics: [] },
    });
    expect(Object.keys(actions[0]?.edit?.changes ?? {})).toEqual([uri]);
  });
});

describe('files', () => {
  test('of a plugin that is removed lose their diagnostics', async () => {
    const folder = plugin(greeter().replace('export class', 'class'));
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    await editor.diagnosticsOf(uri, some);

    rmSync(folder.path, { recursive: true });
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 3 }] });
    await editor.replace(uri, 'class', ' class');

    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
    expect(await hover(editor, uri, '@Tool')).toBe('');
  });

  test('that are renamed on disk have their diagnostics under the new name', async () => {
    const folder = plugin(greeter().replace('export class', 'class'));
    const editor = await open();
    folder.write('src/other.ts', "import '@sigil/core';\n");
    await editor.openFile(join(folder.path, 'src/other.ts'));
    const [before, after] = ['src/greeter.ts', 'src/welcome.ts'].map((name) => join(folder.path, name));
    const [old, renamed] = [before, after].map((path) => pathToFileURL(path!).href);
    await editor.diagnosticsOf(old!, some);

    renameSync(before!, after!);
    const changes = [
      { uri: old, type: 3 },
      { uri: renamed, type: 1 },
    ];
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });

    expect(await editor.diagnosticsOf(renamed!, some)).toMatchObject([{ code: 'SIGIL010' }]);
    expect(await editor.diagnosticsOf(old!, none)).toEqual([]);
  });

  test('of a package that is installed later are found with the change of the lockfile', async () => {
    const { workspace, inner } = pluginInWorkspace(
      `import { tone } from 'tones';\n${greeter().replace('Hello', '${tone}')}`,
    );
    workspace.write(`${inner}/package.json`, innerPackage);
    workspace.write('package-lock.json', '{}');
    const editor = await open();
    const uri = await editor.openFile(join(workspace.path, inner, 'src/greeter.ts'));
    await editor.diagnosticsOf(uri, some);

    const tones = { name: 'tones', version: '1.0.0', type: 'module', types: './index.d.ts', exports: './index.js' };
    workspace.write('node_modules/tones/package.json', JSON.stringify(tones));
    workspace.write('node_modules/tones/index.d.ts', 'export declare const tone: string;\n');
    workspace.write('node_modules/tones/index.js', "export const tone = 'Hi';\n");
    await editor.changed(join(workspace.path, 'package-lock.json'));

    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
  });

  test('that are open belong to the plugin that a new package.json makes', async () => {
    const { workspace, inner } = pluginInWorkspace(
      greeter().replace('export class', 'class').replace('@sigil/core', './sigil.js'),
    );
    workspace.write(`${inner}/src/sigil.ts`, "export * from '@sigil/core';\n");
    const editor = await open();
    const uri = await editor.openFile(join(workspace.path, inner, 'src/greeter.ts'));
    expect(await hover(editor, uri, 'greet(')).toBe('');

    workspace.write(`${inner}/package.json`, innerPackage);
    await editor.changed(join(workspace.path, inner, 'package.json'));

    expect(await editor.diagnosticsOf(uri, some)).toMatchObject([{ code: 'SIGIL010' }]);
  });

  test('a tsconfig.json that cannot be read has the diagnostic, until it is mended', async () => {
    const folder = plugin();
    const editor = await open();
    const path = join(folder.path, 'tsconfig.json');
    const uri = await editor.openFile(path);
    const source = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    const before = await hover(editor, source, '@Tool');
    const whole = editor.textOf(uri);

    await editor.replace(uri, whole, '{ "compilerOptions": { "target": "ES1" } }');
    expect(await editor.diagnosticsOf(uri, some)).toMatchObject([{ code: 'SIGIL002' }]);
    expect(await hover(editor, source, '@Tool')).toBe(before);
    await editor.replace(uri, editor.textOf(uri), whole);

    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
  });
});

test('a correction is that of the present text, however late its diagnostic is', async () => {
  const folder = plugin(greeter().replace('export class', 'class'));
  const editor = await open();
  const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
  await editor.diagnosticsOf(uri, some);

  await editor.replace(uri, '/** Greets', '\n\n\n/** Greets');
  const position = editor.positionOf(uri, 'Greeter {');
  const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });

  expect(actions.map(({ edit }) => edit?.changes?.[uri]?.[0]?.range.start)).toEqual([
    editor.positionOf(uri, 'class Greeter'),
  ]);
});

test('a method of a base class is shown for each class that publishes it', async () => {
  const base = greeter().replace('export class Greeter', 'abstract class Base');
  const classes = ['Day', 'Night'].map(
    (name) => `\n@Namespace('${name.toLowerCase()}')\nexport class ${name} extends Base {}\n`,
  );
  const folder = plugin(base.replace('{ Prompt,', '{ Namespace, Prompt,') + classes.join(''));
  const editor = await open();
  const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
  const shown = await hover(editor, uri, 'greet(');
  const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });

  expect(shown.match(/\*\*tool\*\* `[^`]*`/g)).toEqual(['**tool** `day_greet`', '**tool** `night_greet`']);
  expect(lenses.map(({ command }) => command?.arguments?.[0]?.name)).toEqual([
    ...['day_greet', 'day_greet'],
    ...['night_greet', 'night_greet'],
  ]);
});

test('a rename to the present name changes nothing', async () => {
  const folder = plugin();
  const editor = await open();
  const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
  const rename = (text: string, newName: string): Promise<WorkspaceEdit | null> =>
    editor.request('textDocument/rename', {
      textDocument: { uri },
      position: editor.positionOf(uri, text, 1),
      newName,
    });

  expect(await rename('greet(', 'greet')).toBeNull();
  expect(await rename('name: string', 'name')).toBeNull();
});

describe('the protocol', () => {
  test('an editor that reports no folders is asked to report files all the same', async () => {
    const editor = await open({ workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });

    await editor.registered('workspace/didChangeWatchedFiles');
  });

  test('a method that nobody knows is refused by the state of the server', async () => {
    const editor = TestEditor.start();
    editors.push(editor);
    await expect(editor.request('sigil/unknown', {})).rejects.toMatchObject({ code: -32002 });
    await editor.initialize();
    await expect(editor.request('sigil/unknown', {})).rejects.toMatchObject({ code: -32601 });
    await editor.connection.sendRequest('shutdown');

    await expect(editor.request('sigil/unknown', {})).rejects.toMatchObject({ code: -32600 });
  });

  test('initialize and shutdown are taken once, in this order', async () => {
    const editor = TestEditor.start();
    editors.push(editor);
    await expect(editor.connection.sendRequest('shutdown')).rejects.toMatchObject({ code: -32002 });
    await editor.initialize();
    await expect(editor.initialize()).rejects.toMatchObject({ code: -32600 });
    await editor.connection.sendRequest('shutdown');

    await expect(editor.connection.sendRequest('shutdown')).rejects.toMatchObject({ code: -32600 });
  });

  test('exit without shutdown ends it with 1, also after a shutdown that was refused', async () => {
    const editor = TestEditor.start();
    await expect(editor.connection.sendRequest('shutdown')).rejects.toMatchObject({ code: -32002 });
    await editor.connection.sendNotification('exit');

    expect(await editor.ended).toBe(1);
  });

  test('notifications before initialize are dropped', async () => {
    const folder = plugin();
    const editor = TestEditor.start();
    editors.push(editor);
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    await editor.initialize();

    expect(await hover(editor, uri, '@Tool')).toBe('');
  });

  test('a request that is cancelled while the plugin is read is answered as cancelled, and others go on', async () => {
    const folder = plugin();
    const editor = await open();
    const uri = await editor.openFile(join(folder.path, 'src/greeter.ts'));
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, position: editor.positionOf(uri, '@Tool', 1) };
    const cancelled = editor.connection.sendRequest('textDocument/hover', params, source.token);
    source.cancel();

    await expect(cancelled).rejects.toMatchObject({ code: -32800 });
    expect(await hover(editor, uri, '@Tool')).toContain('**tool** `greet`');
  });

  test('two roots are added and removed, and each plugin keeps what is its own', async () => {
    const editor = await open({ workspace: { workspaceFolders: true } });
    const [one, other] = [plugin(greeter().replace('export class', 'class')), plugin()];
    const [first, second] = [
      await editor.openFile(join(one.path, 'src/greeter.ts')),
      await editor.openFile(join(other.path, 'src/greeter.ts')),
    ];
    await editor.diagnosticsOf(first, some);
    const folderOf = ({ path }: PluginFolder): object => ({ uri: pathToFileURL(path).href, name: 'one' });
    const change = (added: object[], removed: object[]): Promise<void> =>
      editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added, removed } });

    await change([folderOf(one), folderOf(other)], []);
    await change([], [folderOf(one)]);

    expect(await editor.diagnosticsOf(first, none)).toEqual([]);
    expect(await hover(editor, second, '@Tool')).toContain('**tool** `greet`');
    writeFileSync(join(one.path, 'src/greeter.ts'), greeter());
    expect(await hover(editor, second, 'greet(')).toContain('**tool** `greet`');
  });
});
