/**
 * The file of a migrated plugin that translates between old handlers and our methods: only the functions that its sources use.
 */
import { resultsFunctions } from './results-functions.data.js';

/** The module's path below \`src\`, without its ending. */
export const resultsModule = 'old-results';

/** Writes the module with these functions and what they need; \`undefined\` if there are none. */
export function writeResultsModule(names: ReadonlySet<string>): string | undefined {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    for (const other of resultsFunctions[name]?.needs ?? []) add(other);
    needed.add(name);
  };
  for (const name of Object.keys(resultsFunctions)) if (names.has(name)) add(name);
  if (needed.size === 0) return undefined;
  const parts = Object.entries(resultsFunctions).flatMap(([name, part]) => (needed.has(name) ? [part] : []));
  const imports = [...new Set(parts.flatMap((part) => part.imports))].sort((one, other) =>
    one.replace('type ', '') < other.replace('type ', '') ? -1 : 1,
  );
  const head = imports.length > 0 ? `import { ${imports.join(', ')} } from '@sigil/core';\n\n` : '';
  return `/**\n * Translates between handlers of the old server and methods of a plugin.\n */\n${head}${parts.map(({ text }) => text).join('\n')}`;
}

/** Names of the module in the order in which they are imported. */
const helperNames = [
  'UserError',
  'describeFastError',
  'OldResult',
  'anyContentOf',
  'anyDataOf',
  'contentOf',
  'contentsOf',
  'dataOf',
  'describeError',
  'extraOf',
  'fastContextOf',
  'loadedContents',
  'messagesOf',
  'pairOf',
  'valuesOf',
  'describeNestError',
  'nestContentOf',
  'nestContextOf',
  'NestContext',
  'requireRegistered',
  'rootsOf',
  'sampledBy',
  'unprovided',
  'withQuery',
  'xmcpContentOf',
  'xmcpContentsOf',
  'xmcpDataOf',
  'xmcpExtraOf',
  'xmcpMessagesOf',
];

const helperTypes = new Set(['OldResult', 'NestContext']);

/** Writes the import of the functions that a text uses; an empty list if it uses none. */
export function helperImport(helpers: ReadonlySet<string>, pathToRoot: string, text: string): readonly string[] {
  const names = helperNames
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text) && helpers.has(name))
    .map((name) => (helperTypes.has(name) ? `type ${name}` : name));
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '${pathToRoot}${resultsModule}.js';`];
}
