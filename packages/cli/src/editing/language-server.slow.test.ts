import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Hover,
  Range,
  ShowMessageParams,
  WorkspaceEdit,
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

async function edit(
  source = greeter(),
  capabilities = {},
): Promise<{ editor: TestEditor; uri: string; folder: PluginFolder }> {
  const folder = makePlugin(source);
  folders.push(folder);
  const editor = await TestEditor.open(capabilities);
  editors.push(editor);
  return { editor, folder, uri: await editor.openFile(join(folder.path, 'src/greeter.ts')) };
}

const none = (shown: readonly unknown[]): boolean => shown.length === 0;
const some = (shown: readonly unknown[]): boolean => shown.length > 0;

describe('diagnostics', () => {
  test('are those of a build of the text that is not saved, and go when the fault goes', async () => {
    const { editor, uri, folder } = await edit();
    await editor.replace(uri, 'name: string', 'name: Date | string | number[]');
    await editor.replace(uri, '{name}', '{nam}');
    const shown = await editor.diagnosticsOf(uri, some);

    folder.write('src/greeter.ts', editor.textOf(uri));
    const built = await run(['build', '--format', 'json'], { cwd: folder.path });
    const { diagnostics } = JSON.parse(built.stdout) as {
      diagnostics: { code: string; message: string; fix: string; line: number; column: number; length: number }[];
    };
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(shown).toEqual(
      diagnostics.map(({ code, message, fix, line, column, length }) => ({
        ...{ code, message: `${message}\n${fix}`, source: 'sigil', severity: 1 },
        range: {
          start: { line: line - 1, character: column - 1 },
          end: { line: line - 1, character: column - 1 + length },
        },
      })),
    );

    await editor.replace(uri, '{nam}', '{name}');
    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
  });

  test('of a file that is not open are shown too, and a change of it on disk counts', async () => {
    const { editor, folder, uri } = await edit(
      `import { tone } from './tone.js';\n${greeter().replace('Hello', '${tone}')}`,
    );
    const path = join(folder.path, 'src/tone.ts');
    const tone = new URL('tone.ts', uri).href;
    await editor.diagnosticsOf(uri, some);
    writeFileSync(path, 'export const tone: number = "Hi";\n');
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: tone, type: 1 }] });
    await editor.diagnosticsOf(tone, some);
    await editor.diagnosticsOf(uri, none);
    writeFileSync(path, 'export const tone = "Hi";\n');
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: tone, type: 2 }] });

    expect(await editor.diagnosticsOf(tone, none)).toEqual([]);
  });

  test('carry the fix beside the message where the editor shows related information', async () => {
    const { editor, uri } = await edit(greeter().replace('export class', 'class'), {
      textDocument: { publishDiagnostics: { relatedInformation: true } },
    });
    const [first] = await editor.diagnosticsOf(uri, some);

    expect(first).toMatchObject({ code: 'SIGIL010', message: 'Greeter has published methods but is not exported' });
    expect(first?.relatedInformation?.[0]?.message).toBe('Export the class, or remove the decorators.');
  });

  test('of a document that is closed without saving are those of its file', async () => {
    const { editor, uri, folder } = await edit();
    const other = await editor.openFile(join(folder.path, 'package.json'));
    await editor.replace(uri, '{name}', '{nam}');
    await editor.diagnosticsOf(uri, some);
    await editor.close(uri);

    expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
    await editor.close(other);
  });
});

test('a mechanical fix is offered and mends the fault', async () => {
  const { editor, uri } = await edit(greeter().replace('export class', 'class'));
  await editor.diagnosticsOf(uri, some);
  const position = editor.positionOf(uri, 'Greeter {');
  const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });
  const [edit1] = actions[0]?.edit?.changes?.[uri] ?? [];

  expect(actions).toMatchObject([{ title: 'Insert export', kind: 'quickfix' }]);
  expect(edit1).toEqual({
    range: { start: editor.positionOf(uri, 'class'), end: editor.positionOf(uri, 'class') },
    newText: 'export ',
  });
  await editor.replace(uri, 'class', 'export class');
  expect(await editor.diagnosticsOf(uri, none)).toEqual([]);
});

describe('hover', () => {
  const hover = (editor: TestEditor, uri: string, text: string, offset = 1): Promise<Hover | null> =>
    editor.request('textDocument/hover', { textDocument: { uri }, position: editor.positionOf(uri, text, offset) });
  const textOf = (shown: Hover | null): string => (shown?.contents as { value: string } | undefined)?.value ?? '';

  test('on the decorator and on the name shows the schema of the manifest, tokens and refusals', async () => {
    const { editor, uri, folder } = await edit(
      greeter()
        .replace('name: string', 'name: string | { first: string; parts: [string, number] }')
        .replace('{name}', '{String(name)}'),
    );
    const [onDecorator, onName] = [await hover(editor, uri, '@Tool'), await hover(editor, uri, 'greet(')];
    const { stdout } = await run(['manifest'], { cwd: folder.path });
    const manifest = JSON.parse(stdout) as { tools: { inputSchema: object }[] };

    expect(textOf(onDecorator)).toContain(JSON.stringify(manifest.tools[0]?.inputSchema, undefined, 2));
    expect(textOf(onDecorator)).toMatch(/^\*\*tool\*\* `greet`, \d+ tokens\n\nGreet somebody\./);
    expect(textOf(onDecorator)).toMatch(/- (?:openai|gemini|claude|vscode|cursor)[\w, -]*: /);
    expect(textOf(onName)).toBe(textOf(onDecorator));
    expect(onName?.range).toEqual({
      start: editor.positionOf(uri, 'greet('),
      end: editor.positionOf(uri, 'greet(', 5),
    });
  });

  test('on a parameter shows its own schema', async () => {
    const { editor, uri } = await edit();
    const text = textOf(await hover(editor, uri, 'name: string'));

    expect(text).toContain('**input** `name` of `greet`, required');
    expect(JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? '')).toEqual({
      type: 'string',
      description: 'Whom to greet.',
    });
  });

  test('keeps showing the last schema while the text has errors, and nothing elsewhere', async () => {
    const { editor, uri } = await edit();
    await hover(editor, uri, '@Tool');
    await editor.replace(uri, 'return', 'retrun');
    await editor.replace(uri, '/** Greets', '\n\n/** Greets');

    expect(textOf(await hover(editor, uri, '@Tool'))).toContain('**tool** `greet`');
    expect(await hover(editor, uri, '/** Greets')).toBeNull();
  });
});

test('a code lens calls the tool with the saved code, or opens its page', async () => {
  const { editor, uri } = await edit(greeter(`  /** Add. */\n  @Tool()\n  ten(): number {\n    return 10;\n  }\n`));
  const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
  const titles = lenses.map(({ command, range }) => [command?.title, range.start.line]);
  const shown: string[] = [];
  editor.connection.onNotification(
    'window/showMessage',
    ({ message }: { message: string }) => void shown.push(message),
  );

  expect(titles).toEqual([
    ['call', editor.positionOf(uri, 'greet(').line],
    ['open page', editor.positionOf(uri, 'greet(').line],
    ['call', editor.positionOf(uri, 'ten(').line],
    ['open page', editor.positionOf(uri, 'ten(').line],
  ]);
  const ten = lenses[2]?.command;
  expect(
    await editor.request('workspace/executeCommand', { command: ten?.command, arguments: ten?.arguments }),
  ).toEqual({ isError: false, text: '10' });
  expect(shown.splice(0)).toEqual(['ten: 10']);
  const page = lenses[1]?.command;
  expect(
    await editor.request('workspace/executeCommand', { command: page?.command, arguments: page?.arguments }),
  ).toBeNull();
  expect(shown).toEqual([expect.stringMatching(/^no server at .* has "greeter"; start it with: sigil dev$/)]);
  await expect(editor.request('workspace/executeCommand', { command: 'sigil.call', arguments: ['x'] })).rejects.toThrow(
    '"sigil.call" takes the method that a code lens names',
  );
});

describe('rename', () => {
  const rename = (editor: TestEditor, uri: string, text: string, newName: string): Promise<WorkspaceEdit | null> =>
    editor.request('textDocument/rename', {
      textDocument: { uri },
      position: editor.positionOf(uri, text, 1),
      newName,
    });

  test('of a tool changes each use and keeps the old name', async () => {
    const { editor, uri, folder } = await edit();
    folder.write(
      'src/use.ts',
      "import { Greeter } from './greeter.js';\nexport const hi = new Greeter().greet('Ada');\n",
    );
    folder.write('src/greeter.test.ts', "import { Greeter } from './greeter.js';\nnew Greeter().greet('Ada');\n");
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: new URL('use.ts', uri).href, type: 1 }],
    });
    const edits = (await rename(editor, uri, 'greet(', 'welcome'))?.changes ?? {};

    expect(
      Object.keys(edits)
        .map((one) => one.split('/').at(-1))
        .sort(),
    ).toEqual(['greeter.test.ts', 'greeter.ts', 'use.ts']);
    expect(edits[uri]?.map(({ newText }) => newText).sort()).toEqual([", formerly: { names: ['greet'] }", 'welcome']);
  });

  test('of a tool whose options are elsewhere says that the old name is lost', async () => {
    const { editor, uri } = await edit(
      greeter()
        .replace('@Tool({ readOnly: true })', '@Tool(options)')
        .replace('/** Greets', 'const options = { readOnly: true } as const;\n/** Greets'),
    );
    const shown = new Promise<ShowMessageParams>((resolve) => {
      editor.connection.onNotification('window/showMessage', resolve);
    });
    const edits = (await rename(editor, uri, 'greet(', 'welcome'))?.changes ?? {};

    expect(edits[uri]?.map(({ newText }) => newText)).toEqual(['welcome']);
    expect((await shown).message).toContain('clients with an older list still call "greet"');
  });

  test('of an argument keeps its old name, and of anything else is left to others', async () => {
    const { editor, uri } = await edit();
    const edits = (await rename(editor, uri, 'name: string', 'person'))?.changes ?? {};

    expect(edits[uri]?.map(({ newText }) => newText)).toEqual([
      'person',
      'person',
      ", formerly: { arguments: { name: 'person' } }",
    ]);
    expect(await rename(editor, uri, 'Greeter', 'Host')).toBeNull();
    await expect(rename(editor, uri, 'greet(', 'two words')).rejects.toThrow('expected a name');
    const prepared = await editor.request<Range>('textDocument/prepareRename', {
      textDocument: { uri },
      position: editor.positionOf(uri, 'greet(', 2),
    });
    expect(prepared).toEqual({ start: editor.positionOf(uri, 'greet('), end: editor.positionOf(uri, 'greet(', 5) });
  });
});

test('doc tags are completed in doc comments only', async () => {
  const { editor, uri } = await edit();
  await editor.replace(uri, 'Whom to greet.', 'Whom to greet. @minL');
  const complete = (text: string, offset: number): Promise<CompletionItem[]> =>
    editor.request('textDocument/completion', {
      textDocument: { uri },
      position: editor.positionOf(uri, text, offset),
    });
  const items = await complete('@minL', 5);

  const item = items.find(({ label }) => label === '@minLength');
  expect(item?.textEdit).toEqual({
    range: { start: editor.positionOf(uri, '@minL'), end: editor.positionOf(uri, '@minL', 5) },
    newText: '@minLength ',
  });
  expect(await complete('@Tool', 2)).toEqual([]);
});

describe('the protocol', () => {
  test('requests before initialize and after shutdown are refused, and exit ends with 0', async () => {
    const editor = TestEditor.start();
    const hover = { textDocument: { uri: 'file:///none.ts' }, position: { line: 0, character: 0 } };
    await expect(editor.request('textDocument/hover', hover)).rejects.toMatchObject({ code: -32002 });
    await editor.initialize();
    await editor.connection.sendRequest('shutdown');
    await expect(editor.request('textDocument/hover', hover)).rejects.toMatchObject({ code: -32600 });
    await editor.connection.sendNotification('exit');

    expect(await editor.ended).toBe(0);
  });

  test('an editor that hangs up without shutdown ends it with 1', async () => {
    const editor = await TestEditor.open();
    editor.hangUp();

    expect(await editor.ended).toBe(1);
  });

  test('files of no plugin, and addresses that are no files, are answered with nothing', async () => {
    const { editor } = await edit();
    for (const uri of ['untitled:Untitled-1', 'file:///nowhere/at/all.ts']) {
      await editor.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'typescript', version: 1, text: '@Tool' },
      });
      const position = { line: 0, character: 1 };
      expect(await editor.request('textDocument/hover', { textDocument: { uri }, position })).toBeNull();
    }
  });

  test('several plugins are read at once, and one that is removed loses its diagnostics', async () => {
    const { editor, uri } = await edit(greeter(), { workspace: { workspaceFolders: true } });
    const second = makePlugin(greeter().replace('export class', 'class'));
    folders.push(second);
    const other = await editor.openFile(join(second.path, 'src/greeter.ts'));

    expect(await editor.diagnosticsOf(other, some)).toHaveLength(1);
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: new URL('..', other).href.replace(/\/$/, ''), name: 'second' }] },
    });
    expect(await editor.diagnosticsOf(other, none)).toEqual([]);
    await editor.replace(uri, '{name}', '{nam}');
    expect(await editor.diagnosticsOf(uri, some)).toHaveLength(1);
  });
});
