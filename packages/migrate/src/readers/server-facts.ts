/**
 * Reads what a server says of itself: its name, its version, its instructions.
 */
import { Node } from 'ts-morph';
import { bare } from '../handlers/returns.js';
import type { ReportFinding } from '../model.js';
import { memberOf, resolve, textOf } from '../source/static-value.js';

/** The facts of a server that its source says. */
export interface ServerFacts {
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
}

/** Reads name, version and instructions of the first server; further servers become part of the same plugin. */
export function serverFacts(created: readonly Node[], report: ReportFinding): ServerFacts {
  const [first, ...others] = created.map(bare);
  for (const other of others)
    report(other, {
      message: 'this folder has several servers: their components are in one plugin',
      severity: 'warning',
      construct: 'server',
    });
  if (!Node.isNewExpression(first)) return {};
  const [info, options] = first.getArguments().map((one) => resolve(one));
  const part = (object: Node | undefined, name: string): Node | undefined =>
    object ? memberOf(object, name) : undefined;
  const [name, version] = [textOf(part(info, 'name')), textOf(part(info, 'version'))];
  const given = part(options, 'instructions') ?? part(info, 'instructions');
  const instructions = textOf(given);
  if (given && instructions === undefined)
    report(given, {
      message: 'the instructions depend on a run of the old server, and are left out',
      severity: 'warning',
      construct: 'instructions',
    });
  if (name !== undefined && pluginName(name) !== name)
    report(part(info, 'name') ?? first, {
      message: `clients read the name ${pluginName(name)} of the server, as package names have no other form`,
      severity: 'note',
      construct: 'name',
    });
  for (const member of ['title', 'websiteUrl', 'icons', 'description']) {
    const node = part(info, member);
    if (node)
      report(node, {
        message: `the member ${member} of the server is not sent`,
        severity: 'warning',
        construct: member,
      });
  }
  for (const member of ['authenticate', 'auth', 'oauth', 'onToolCall', 'health', 'roots', 'ping']) {
    const node = part(info, member);
    if (node && /FastMCP/.test(first.getExpression().getText()))
      report(node, {
        message: `the option ${member} is not kept: see the configuration of the server`,
        severity: 'warning',
        construct: member,
      });
  }
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(instructions !== undefined && { instructions }),
  };
}

/** Writes words as the name of a package. */
export function pluginName(name: string): string {
  const written = name
    .toLowerCase()
    .replace(/^@[^/]*\//, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50);
  return /^[a-z]/.test(written) ? written : `plugin-${written}`.replace(/-$/, '');
}
