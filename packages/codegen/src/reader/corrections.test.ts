import { expect, test } from 'vitest';
import { makePluginFolder } from '../build/plugin-folder.test-support.js';
import { openPluginReader } from './plugin-reader.js';

/** The text after every correction of its diagnostics, and what the diagnostics say. */
async function correct(text: string): Promise<string> {
  const folder = await makePluginFolder({ 'src/inn.ts': text });
  const reader = openPluginReader(folder.path);
  const lines = text.split('\n');
  // From the end, so that earlier places stay.
  for (const { correction } of reader.read().diagnostics.toReversed()) {
    if (!correction) continue;
    const { line, column, length, text: written } = correction;
    const before = lines[line - 1] ?? '';
    lines[line - 1] = before.slice(0, column - 1) + written + before.slice(column - 1 + length);
  }
  reader.close();
  return lines.join('\n');
}

const head = "import { Complete, Prompt, Tool } from '@sigil/core';\n";

test.each([
  ['class Inn {\n  @Tool()\n  book(): string { return ""; }\n}', 'export class Inn {'],
  [
    'export class Inn {\n  /** Books. @minimun 1 */\n  @Tool()\n  book(n: number): number { return n; }\n}',
    '@minimum 1',
  ],
  ['export class Inn {\n  @Tool()\n  book(n: String): number { return n.lenght; }\n}', 'n.length'],
  ['export class Inn {\n  @Tool({ titel: "x" })\n  book(): string { return ""; }\n}', '@Tool({ title: "x" })'],
  [
    'type Room = "single" | "double";\nexport class Inn {\n  @Tool()\n  book(): Room { const room: Room = "singel"; return room; }\n}',
    'const room: Room = "single"',
  ],
  [
    'export class Inn {\n  @Prompt()\n  letter(city: string): string { return city; }\n' +
      '  @Complete("leter", "city")\n  cities(value: string): string[] { return [value]; }\n}',
    '@Complete("letter", "city")',
  ],
])('a mechanical fix of %j is an edit', async (text, corrected) => {
  expect(await correct(head + text)).toContain(corrected);
});

test('an abstract class gets no edit that would not help', async () => {
  const text = `${head}abstract class Inn {\n  @Tool()\n  book(): string { return ""; }\n}\n`;

  expect(await correct(text)).toBe(text);
});
