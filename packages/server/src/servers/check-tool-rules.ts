/**
 * Checks the rules of a server's tools against the build of its plugin, before anything is opened.
 */
import type { Manifest } from '@sigil/core/building';
import type { PublishedTool } from '@sigil/core/catalog';
import { overrideTool } from './override-tool.js';
import type { ServerConfiguration } from './server-configuration.js';
import { readToolEntry } from './static-entries.js';

/** @returns the problems of entries that run a tool of the build, each naming the server and the entry */
export function checkToolRules({ name, tools }: ServerConfiguration, manifest: Manifest): readonly string[] {
  return Object.entries(tools).flatMap(([tool, given]) => {
    const where = `server "${name}": tools.${tool}`;
    const problems: string[] = [];
    const entry = readToolEntry(tool, given, { where, problems });
    const built = manifest.tools.find((it) => it.name === (entry?.runs ?? tool));
    if (!entry || !built || !(entry.arguments || entry.result)) return problems;
    try {
      overrideTool(unopened(built), entry, keepReference);
      return problems;
    } catch (error) {
      return [...problems, `${where}: ${(error as Error).message}`]; // an error for the operator
    }
  });
}

/** Variables are those of the machine that serves. */
const keepReference = (variable: string): string => `\${${variable}}`;

function unopened({ streamSchema, origin: _origin, ...definition }: Manifest['tools'][number]): PublishedTool {
  const run = (): never => {
    throw new Error('only its definition is read');
  };
  return { definition, run, ...(streamSchema ? { streamSchema } : {}) };
}
