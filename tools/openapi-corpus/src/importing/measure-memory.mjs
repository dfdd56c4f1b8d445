/**
 * Loaded with `--import` before a program: writes the most memory that its process used, in bytes, to a file when it ends.
 */
import { writeFileSync } from 'node:fs';

process.once('exit', () => {
  const file = process.env['CORPUS_MEMORY_FILE'];
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS * 1024));
});
