/**
 * Writes the tools of a plugin of this workspace as a table, as its build reads them.
 */
import { join } from 'node:path';
import { readPlugin } from '@sigil/codegen';
import { workspaceRoot } from '@sigil/checks/workspace';
import { cellOf } from './cell-of.ts';

/** @param subject the plugin's folder, from the workspace's root */
export async function writeTools(subject: string): Promise<string> {
  const { manifest } = await readPlugin(join(workspaceRoot, subject), { typeCheck: false });
  if (!manifest) throw new Error(`"${subject}" does not build`);
  const rows = manifest.tools.map(({ name, description = '', inputSchema }) => {
    const given = Object.keys(Object(inputSchema['properties'])).map((argument) => `\`${argument}\``);
    return `| \`${name}\` | ${given.join(', ')} | ${cellOf(description)} |`;
  });
  return ['| tool | arguments | does |', '| --- | --- | --- |', ...rows].join('\n');
}
