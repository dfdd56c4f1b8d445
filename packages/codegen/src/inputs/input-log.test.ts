import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { changedInputs, type ChangedInput } from './build-inputs.js';
import { InputLog } from './input-log.js';

let folder: string;
let log: InputLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-inputs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  log = new InputLog();
});

const at = (path: string): string => join(folder, path);
const changes = (): ChangedInput[] => [...changedInputs(log.inputsOf(folder))];

describe('a build that runs while the disk changes', () => {
  test('has a change for a file that came after it was looked for', () => {
    log.noteMissing(at('late.json'));
    writeFileSync(at('late.json'), '{}');

    expect(changes()).toEqual([{ path: at('late.json'), how: 'added' }]);
  });

  test('has a change for a source that came after its folder was listed', () => {
    log.searchIn([{ folder, isRecursive: true, withJavaScript: false, ignored: [] }]);
    writeFileSync(at('late.ts'), '');

    expect(changes()).toEqual([{ path: at('late.ts'), how: 'added' }]);
  });

  test('has a change for a file of skills that came after they were listed', () => {
    log.searchEveryFile(folder);
    writeFileSync(at('SKILL.md'), '');

    expect(changes()).toEqual([{ path: at('SKILL.md'), how: 'added' }]);
  });

  test('has a change for a package of types that came after they were listed', () => {
    log.noteFolders(folder);
    mkdirSync(at('node'));

    expect(changes()).toEqual([{ path: folder, how: 'changed' }]);
  });

  test('has a change for a package.json that was removed after it was read', () => {
    writeFileSync(at('package.json'), '{}');
    log.readText(at('package.json'));
    rmSync(at('package.json'));

    expect(changes()).toEqual([{ path: at('package.json'), how: 'removed' }]);
  });
});

describe('the next build', () => {
  test('has no change for a file that it finds', () => {
    log.noteMissing(at('late.json'));
    writeFileSync(at('late.json'), '{}');
    log.noteFound(at('late.json'));

    expect(changes()).toEqual([]);
  });

  test('has no change for a file in a folder that came meanwhile, and that it looked for no more', () => {
    log.noteMissing(at('lib/late.json'));
    mkdirSync(at('lib'));
    writeFileSync(at('lib/late.json'), '{}');
    log.forget([at('lib')]);

    expect(changes()).toEqual([]);
  });

  test('has no change for a folder of skills that is gone', () => {
    mkdirSync(at('skills'));
    writeFileSync(at('skills/SKILL.md'), '');
    log.searchEveryFile(at('skills'));
    rmSync(at('skills'), { recursive: true });
    const before = changes();
    log.noteFile(at('skills'));

    expect([before, changes()]).toEqual([[{ path: at('skills'), how: 'changed' }], []]);
  });

  test('has no change for the names of a folder that it lists again', () => {
    log.noteFolders(folder);
    mkdirSync(at('node'));
    log.forget([folder]);
    log.noteFolders(folder);

    expect(changes()).toEqual([]);
  });
});
