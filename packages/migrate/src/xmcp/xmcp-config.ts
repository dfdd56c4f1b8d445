/**
 * Reads the configuration of xmcp: the folders of components, the server's facts, and options that are not kept.
 */
import { Node, type SourceFile } from 'ts-morph';
import type { ReportFinding } from '../model.js';
import type { ServerFacts } from '../readers/server-facts.js';
import { jsonOf, memberOf, resolve, textOf } from '../source/static-value.js';

/** The configuration. */
export interface XmcpConfig {
  readonly facts: ServerFacts;
  /** Folders of the components, by their kind; absent for a kind that the server does not publish. */
  readonly folders: { readonly tools?: string; readonly prompts?: string; readonly resources?: string };
}

const kinds = ['tools', 'prompts', 'resources'] as const;

const lost: readonly (readonly [path: readonly string[], message: string])[] = [
  [['http', 'cors'], 'is not kept: see `cors` in the configuration of the server'],
  [['http', 'bodySizeLimit'], 'is not kept: see the limits of the server'],
  [['experimental', 'adapter'], 'is not kept: `sigil serve` serves the plugin, or an embedding of it'],
  [['template', 'icons'], 'of the server is not sent'],
  [['template', 'description'], 'of the server is not sent'],
  [['template', 'homePage'], 'is not kept'],
  [['bundler'], 'is not kept: the plugin is built by `sigil build`'],
];

/** Reads the configuration; a folder without one has xmcp's defaults. */
export function readXmcpConfig(file: SourceFile | undefined, report: ReportFinding): XmcpConfig {
  const given = file?.getDefaultExportSymbol()?.getDeclarations()[0];
  const value = Node.isExportAssignment(given) ? resolve(given.getExpression()) : undefined;
  const config = Node.isObjectLiteralExpression(value) ? value : undefined;
  if (given && !config)
    report(given, {
      message: 'the configuration depends on a run of the old server: its defaults are taken',
      severity: 'warning',
      construct: 'xmcp.config',
    });
  const part = (...path: readonly string[]): Node | undefined =>
    path.reduce<Node | undefined>((at, name) => {
      const member = at && memberOf(at, name);
      return member && resolve(member);
    }, config);
  for (const [path, message] of lost) {
    const node = part(...path);
    if (node) report(node, { message: `${path.join('.')} ${message}`, severity: 'warning', construct: path.join('.') });
  }
  const folders = kinds.map((kind) => {
    const path = jsonOf(part('paths', kind));
    return [
      kind,
      path === false
        ? undefined
        : typeof path === 'string'
          ? path.replace(/^\.\//, '').replace(/\/$/, '')
          : `src/${kind}`,
    ] as const;
  });
  const [name, instructions] = [textOf(part('template', 'name')), textOf(part('template', 'instructions'))];
  return {
    facts: { ...(name !== undefined && { name }), ...(instructions !== undefined && { instructions }) },
    folders: Object.fromEntries(folders.filter(([, path]) => path !== undefined)),
  };
}
