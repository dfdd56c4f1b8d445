/**
 * Builds the application of the tests once, as `sigil build` does.
 */
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '@sigil/codegen';

/** The folder of the application. */
export const cafe = fileURLToPath(new URL('cafe/', import.meta.url)).replace(/\/$/, '');

export async function setup(): Promise<void> {
  const { manifest, diagnostics } = await buildPlugin(cafe);
  if (!manifest)
    throw new Error(
      diagnostics.map(({ code, message, file, line }) => `${file}:${line} ${code} ${message}`).join('\n'),
    );
}
