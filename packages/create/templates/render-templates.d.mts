import type { RenderedFile } from './render-plugin.mjs';

/**
 * @param sets folders of templates, whose files come together
 * @param values by the names that templates have in double braces; `name` is also put into paths
 * @returns the files, by path
 */
export function renderTemplates(
  sets: readonly string[],
  values: Readonly<Record<string, string | undefined>> & { readonly name: string },
): RenderedFile[];
