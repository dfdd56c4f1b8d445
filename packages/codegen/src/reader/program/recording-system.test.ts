import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changedInputs, type ChangedInput } from '../../inputs/build-inputs.js';
import { InputLog } from '../../inputs/input-log.js';
import { recordingSystem } from './recording-system.js';

let folder: string;
let log: InputLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-system-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  log = new InputLog();
});

const at = (path: string): string => join(folder, path);
const changes = (): ChangedInput[] => [...changedInputs(log.inputsOf(folder))];

test('a folder with the name of a file is found as a folder only, and is no change', () => {
  mkdirSync(at('punycode.js'));
  const system = recordingSystem(log);

  expect([system.directoryExists(at('punycode.js')), system.fileExists(at('punycode.js'))]).toEqual([true, false]);
  expect(changes()).toEqual([]);
});

test('a file that is looked for again once it is there is no change', () => {
  const system = recordingSystem(log);
  system.fileExists(at('late.ts'));
  writeFileSync(at('late.ts'), '');
  const before = changes();

  expect(system.fileExists(at('late.ts'))).toBe(true);
  expect([before, changes()]).toEqual([[{ path: at('late.ts'), how: 'added' }], []]);
});
