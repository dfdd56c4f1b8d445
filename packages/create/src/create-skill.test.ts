import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSkill } from './create-skill.js';
import type { CreateTerminal } from './create-terminal.js';

let folder: string;
const lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-skill-'));
  lines.length = 0;
  writeFileSync(join(folder, 'package.json'), '{}');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function create(name: string, directory?: string, description?: string): Promise<void> {
  // Nothing else of the terminal is used.
  const terminal = { cwd: folder, out: { line: (text: string) => void lines.push(text) } } as unknown as CreateTerminal;
  return createSkill({ name, directory, description }, terminal);
}

test('a skill is written into the plugin, with its description in quotes', async () => {
  await create('refunds', undefined, 'Pays: "back"');

  const text = readFileSync(join(folder, 'skills/refunds/SKILL.md'), 'utf8');
  expect(text).toMatch(/^---\nname: refunds\ndescription: "Pays: \\"back\\""\n---\n/);
  expect(lines.join()).toContain(join('skills', 'refunds', 'SKILL.md'));
});

test.each(['Refunds', '../refunds', 'a--b', '', 'x'.repeat(65)])('"%s" is no name of a skill', async (name) => {
  await expect(create(name)).rejects.toThrow('a-z, 0-9 and single hyphens');
});

test('a skill needs a plugin, and replaces no other one', async () => {
  await create('refunds');

  await expect(create('refunds')).rejects.toThrow('not empty');
  await expect(create('refunds', 'elsewhere')).rejects.toThrow('no package.json');
});
