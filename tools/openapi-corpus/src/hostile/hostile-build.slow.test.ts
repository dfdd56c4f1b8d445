import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPlugin, checkTypes, importDocument, scratchFolder } from '../importing/import-document.mjs';
import { documentWithAllTexts } from './hostile-texts.data.mjs';

test('sources with every hostile text build and have types', async () => {
  mkdirSync(scratchFolder, { recursive: true });
  const file = join(scratchFolder, 'hostile-texts.json');
  writeFileSync(file, JSON.stringify(documentWithAllTexts()));

  const { folder, ...imported } = await importDocument(file, 'hostile-texts');
  const built = await buildPlugin(folder);
  const checked = await checkTypes(folder);

  expect(imported.isOk, imported.output).toBe(true);
  expect(built.isOk, built.output).toBe(true);
  expect(checked.isOk, checked.output).toBe(true);
  rmSync(folder, { recursive: true });
  rmSync(file);
});
