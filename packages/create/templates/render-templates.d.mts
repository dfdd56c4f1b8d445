import type { RenderedFile } from './render-plugin.mjs';

/**
 * @param sets folders of templates, whose files are merged; of files with one path, that of the last set stays
 * @param values by the names that templates have in double braces, and paths in double underscores
 * @returns the files, by path
 */
export function renderTemplates(
  sets: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
): RenderedFile[];
