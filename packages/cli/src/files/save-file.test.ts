import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CommandError } from '../failures/command-error.js';
import { saveFile } from './save-file.js';

test.runIf(existsSync('/proc/self'))('saving rejects when the folder cannot be created', async () => {
  const saving = saveFile('/proc/none-such/index.md', 'text');

  await expect(saving).rejects.toThrow(CommandError);
  await expect(saving).rejects.toThrow('cannot write "/proc/none-such/index.md": ENOENT');
});
