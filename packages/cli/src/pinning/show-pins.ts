/**
 * Shows the pins of upstream servers with the changes that wait for approval, and approves them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareManifests, type ComparableManifest, type ManifestChange } from '@sigil/contracts';
import { suggestNames } from '@sigil/core/building';
import { describeDifference, findDifferences, PinFile, PinFileError, type Pin, type PinnedSet } from '@sigil/gateway';
import { CommandError, UsageError } from '../failures/command-error.js';
import { countNoun } from '../terminal/count-noun.js';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';

/** The arguments of `sigil pins`. */
export interface PinsRequest {
  /** Server names; none means all. */
  readonly servers: readonly string[];
  readonly approve?: boolean;
  /** A path relative to the working folder. */
  readonly file: string;
  /** Whether the user named the file, so that it must exist. */
  readonly isFileNamed: boolean;
  readonly format: 'text' | 'json';
}

/**
 * @throws UsageError when the named file does not exist
 * @throws CommandError for a server that has no pin, and when the file cannot be parsed or written
 */
export async function showPins(request: PinsRequest, terminal: Terminal): Promise<void> {
  const { servers, approve, file, isFileNamed, format } = request;
  const path = resolve(terminal.cwd, file);
  if (isFileNamed && !existsSync(path)) throw new UsageError(`--file "${file}": there is no such file`);
  const pinFile = new PinFile(path);
  const pins = choose(await read(pinFile, file), servers);
  if (approve) return approvePins(pins, { pinFile, ...request }, terminal);
  if (format === 'text') return showText(pins, terminal);
  terminal.out.line(JSON.stringify(Object.fromEntries(pins.map(reportOf)), undefined, 2));
}

type Approval = Pick<PinsRequest, 'file' | 'format'> & { readonly pinFile: PinFile };

async function approvePins(
  pins: readonly [string, Pin][],
  { pinFile, file, format }: Approval,
  { out }: Terminal,
): Promise<void> {
  const done: Record<string, unknown> = {};
  for (const [name, { approved, pending }] of pins) {
    if (!pending) continue;
    await pinFile.write(name, { approved: pending }).catch((cause: unknown) => {
      throw new CommandError(`${file}: it cannot be written`, { cause });
    });
    done[name] = { approved: pending, changes: changesOf(name, approved, pending) };
    if (format === 'text') out.line(`${printable(name)}: approved, ${describeSet(pending)}`);
  }
  if (format === 'json') out.line(JSON.stringify(done, undefined, 2));
  else if (Object.keys(done).length === 0) out.line('Nothing waits for approval.');
}

async function read(pinFile: PinFile, file: string): Promise<ReadonlyMap<string, Pin>> {
  try {
    return await pinFile.read();
  } catch (error) {
    if (error instanceof PinFileError) throw new CommandError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function choose(pins: ReadonlyMap<string, Pin>, names: readonly string[]): readonly [string, Pin][] {
  const unknown = names.find((name) => !pins.has(name));
  if (unknown !== undefined)
    throw new CommandError(`no pin of a server "${unknown}"${suggestNames(unknown, [...pins.keys()])}`);
  return [...pins].filter(([name]) => names.length === 0 || names.includes(name));
}

function reportOf([name, { approved, pending }]: [string, Pin]): [string, unknown] {
  return [name, { approved, pending: pending ?? null, changes: pending ? changesOf(name, approved, pending) : [] }];
}

function showText(pins: readonly [string, Pin][], { out }: Terminal): void {
  if (pins.length === 0) {
    out.line('No upstream server is pinned: "pins" of its "remote" is "off", or it has not been reached yet.');
    return;
  }
  const rows = pins.map(([name, { approved, pending }]) => [
    printable(name),
    describeSet(approved),
    pending
      ? out.paint.yellow(`${countNoun(findDifferences(approved, pending).length, 'change')} to approve`)
      : 'as approved',
  ]);
  out.line(formatTable(['SERVER', 'APPROVED', 'STATE'], rows, out));
  for (const [name, { approved, pending }] of pins) {
    if (!pending) continue;
    const changes = changesOf(name, approved, pending).map(({ component, path = '', says }) =>
      [component, path, says].map((cell) => printable(cell).replace(/\s+/g, ' ')),
    );
    out.line(`\n${out.paint.bold(printable(name))}\n${formatTable(['COMPONENT', 'WHERE', 'CHANGE'], changes, out)}`);
  }
  if (pins.some(([, { pending }]) => pending)) out.line('\nsigil pins <server> --approve approves them.');
}

function changesOf(name: string, before: PinnedSet, after: PinnedSet): readonly ManifestChange[] {
  // The comparison of manifests knows neither instructions nor extensions, and no pages of other servers.
  const said = findDifferences(before, after)
    .filter(({ kind }) => kind === 'instructions' || kind === 'extensions' || kind === 'views')
    .map((it) => {
      const says = describeDifference(it);
      return { level: 'patch', kind: 'documentation-changed', component: it.kind, says } as const;
    });
  return [...compareManifests(manifestOf(name, before), manifestOf(name, after)), ...said];
}

/** Builds a manifest that compares definitions as they are; ones that clients cannot use were left out when they were offered. */
function manifestOf(name: string, set: PinnedSet): ComparableManifest {
  const { views: _pages, ...comparable } = set;
  return { plugin: { name, version: '0.0.0' }, resources: [], ...comparable } as unknown as ComparableManifest;
}

function describeSet({
  tools,
  prompts,
  resourceTemplates,
  skills = [],
  extensions = [],
  views = [],
  instructions,
}: PinnedSet): string {
  return [
    countNoun(tools.length, 'tool'),
    countNoun(prompts.length, 'prompt'),
    countNoun(resourceTemplates.length, 'resource template'),
    ...(skills.length > 0 ? [countNoun(skills.length, 'skill')] : []),
    ...(extensions.length > 0 ? [countNoun(extensions.length, 'extension')] : []),
    ...(views.length > 0 ? [countNoun(views.length, 'view')] : []),
    ...(instructions === undefined ? [] : ['instructions']),
  ].join(', ');
}
