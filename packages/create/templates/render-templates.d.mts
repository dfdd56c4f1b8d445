import type { RenderedFile } from './render-plugin.mjs';

/**
 * @param sets folders of templates, whose files are merged
 * @param values by the names that templates have in double braces; `name` is also inserted into paths
 * @returns the files, by path
 */
export function renderTemplates(
  sets: readonly string[],
  values: Readonly<Record<string, string | undefined>> & { readonly name: string },
): RenderedFile[];
