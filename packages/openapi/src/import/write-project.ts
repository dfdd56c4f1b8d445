/**
 * Turns a document into the files of a plugin and the record of the import. Writes nothing.
 */
import { createHash } from 'node:crypto';
import { isJsonObject } from '@sigil/core';
import type { ParameterDescription } from '../runtime/description.js';
import type { RecordedOperation } from './merging/import-record.js';
import { keyOf, type KnownNames, nameTools } from './naming/name-tools.js';
import { Names } from './naming/names.js';
import { kebabCase, pascalCase } from './naming/words.js';
import { type Notice, Notices } from './reporting/notices.js';
import { type ListedOperation, listOperations, readDialect } from './operations/list-operations.js';
import type { OperationReading, ReadScheme } from './operations/operation-reading.js';
import { readOperation } from './operations/read-operation.js';
import { readRequirements, readSchemes, readServers } from './operations/read-security.js';
import { openShapeReading } from './schemas/read-shape.js';
import type { ShapeReading } from './schemas/shape-reading.js';
import { type Selection, selectOperations } from './selection/select-operations.js';
import type { DocumentSet } from './source/document-set.js';
import { planTool, type ToolPlan } from './writing/plan-tool.js';
import { type ProjectFile, writeProjectFiles } from './writing/project-files.js';
import { commentLines } from './writing/source-text.js';
import { takenTypeNames, TypeNames } from './writing/type-names.js';
import { schemesOf, writeApi } from './writing/write-api.js';
import { type ApiClass, type ToolClass, writeClass } from './writing/write-class.js';
import { writeExamples } from './writing/write-examples.js';

/** The choice of operations, and the names of the plugin. */
export interface ProjectOptions extends Selection {
  /** The plugin's name: lower-case words with hyphens. */
  readonly name: string;
  /** Version of our packages. */
  readonly version: string;
  /** Whether servers of the plugin list a search in place of all of its tools. */
  readonly isSearched: boolean;
  /** Names that an earlier import gave, by `GET /path`. */
  readonly knownNames: KnownNames;
}

/** The files of a plugin, and what the record says of them. */
export interface WrittenProject {
  readonly files: readonly ProjectFile[];
  readonly document: { readonly title: string; readonly version: string; readonly hash: string };
  readonly operations: readonly RecordedOperation[];
  readonly notices: readonly Notice[];
}

/** @throws ImportError for a document that cannot be imported, and for a selection that names nothing */
export function writeProject(documents: DocumentSet, options: ProjectOptions): WrittenProject {
  const dialect = readDialect(documents);
  const notices = new Notices();
  const { root } = documents;
  // No client lists the tools of a plugin with a search, so their number needs no choice.
  const selection = { only: options.only, all: options.all || options.isSearched };
  const listed = selectOperations(listOperations(documents), selection);
  if (root.webhooks !== undefined)
    notices.add('webhooks-left-out', { file: '', pointer: '/webhooks' }, 'webhooks are requests to the client');
  const parts = { documents, dialect, notices, root };
  const reading: OperationReading = { ...parts, schemes: readSchemes(parts) };
  const shapes = openShapeReading(documents, dialect, notices);
  const toolNames = nameTools(listed, options.knownNames);
  const security = readRequirements(reading, root.security, { file: '', pointer: '/security' });
  const plans = listed.flatMap((one) => {
    const operation = readOperation(reading, one);
    const tool = toolNames.get(one) ?? keyOf(one);
    return operation ? [{ listed: one, plan: planTool(shapes, tool, operation, security) }] : [];
  });
  noteNames(plans, notices);
  const info = isJsonObject(root.info) ? root.info : {};
  const title = typeof info.title === 'string' && info.title.trim() !== '' ? info.title.trim() : options.name;
  const api = { name: `${pascalCase(options.name)}Api`, path: 'src/api.ts' };
  const classes = groupByTag(plans, { documents, api, name: options.name });
  const { files, schemes } = writeModules(reading, shapes, { classes, api, title, security });
  const examples = writeExamples(
    shapes,
    plans.map(({ plan }) => plan),
    schemes,
  );
  for (const check of shapes.later) check();
  if (plans.length > 0)
    notices.add(
      'closed-objects',
      { file: '', pointer: '' },
      'objects that do not mention further members are closed in arguments',
    );
  return {
    files: [
      ...writeProjectFiles({
        name: options.name,
        title,
        version: options.version,
        hasTests: examples !== undefined,
        isSearched: options.isSearched,
        tools: classes.map(({ tag, tools }) => ({ tag, names: tools.map(({ tool }) => tool) })),
      }),
      ...files,
      ...(examples === undefined ? [] : [{ path: 'src/examples.test.ts', text: examples }]),
    ],
    document: {
      title,
      version: String(info.version ?? ''),
      hash: createHash('sha256').update(documents.text).digest('hex'),
    },
    operations: plans.map(({ plan }) => recordOf(plan)),
    notices: notices.list(),
  };
}

interface Planned {
  readonly listed: ListedOperation;
  readonly plan: ToolPlan;
}

/** Notes tools that are not called as their operation is: the name was taken, too long or no identifier. */
function noteNames(plans: readonly Planned[], notices: Notices): void {
  for (const { plan, listed } of plans) {
    const { operationId } = listed;
    if (operationId === undefined || operationId === plan.tool) continue;
    const isRespelled = operationId.replace(/[^A-Za-z0-9]/g, '').toLowerCase() === plan.tool.toLowerCase();
    if (!isRespelled)
      notices.add('name-changed', listed.place, `${JSON.stringify(operationId)} is called ${plan.tool}`);
  }
}

type TaggedClass = ToolClass & { readonly tag: string };

function groupByTag(
  plans: readonly Planned[],
  { documents, api, name }: { readonly documents: DocumentSet; readonly api: ApiClass; readonly name: string },
): readonly TaggedClass[] {
  const groups = new Map<string, ToolPlan[]>();
  for (const { listed, plan } of plans) {
    const tag = listed.tags[0] ?? '';
    groups.set(tag, [...(groups.get(tag) ?? []), plan]);
  }
  const classNames = new Names([...takenTypeNames, api.name]);
  const paths = new Names(['api', 'types', 'index']);
  const described = describeTags(documents);
  return [...groups].map(([tag, tools]) => {
    const own = pascalCase(tag) || pascalCase(name);
    const className = classNames.take([/^\d/.test(own) ? `Tag${own}` : own, `${own}Tools`]);
    const file = paths.take([kebabCase(tag).slice(0, 60) || kebabCase(name), `${kebabCase(className)}-tools`]);
    const text = commentLines(
      described.get(tag) ?? (tag === '' ? 'Operations without a tag.' : `Operations of ${tag}.`),
    );
    return {
      tag: tag === '' ? 'no tag' : tag,
      name: className,
      path: `src/${file}.ts`,
      comment: text.slice(0, 20),
      tools,
    };
  });
}

function describeTags({ root }: DocumentSet): ReadonlyMap<string, string> {
  const tags = Array.isArray(root.tags) ? root.tags.filter(isJsonObject) : [];
  return new Map(
    tags.flatMap(({ name, description }): [string, string][] =>
      typeof name === 'string' && typeof description === 'string' && description.trim() !== ''
        ? [[name, description]]
        : [],
    ),
  );
}

interface Modules {
  readonly classes: readonly ToolClass[];
  readonly api: ApiClass;
  readonly title: string;
  readonly security: ReturnType<typeof readRequirements>;
}

function writeModules(
  reading: OperationReading,
  shapes: ShapeReading,
  { classes, api, title, security }: Modules,
): { readonly files: ProjectFile[]; readonly schemes: ReadonlyMap<string, ReadScheme> } {
  const names = new TypeNames(shapes, [api.name, ...classes.map(({ name }) => name)]);
  const written = classes.map((one) => writeClass(one, api, shapes, names));
  const tools = classes.flatMap((one) => one.tools);
  const needed = new Set(
    [...(security ?? []), ...tools.flatMap((tool) => tool.security ?? [])].flatMap((one) => Object.keys(one)),
  );
  const credentials = new Map<string, ParameterDescription>(tools.flatMap((tool) => [...tool.credentials]));
  const schemes = new Map([...reading.schemes].filter(([name]) => needed.has(name) || security === undefined));
  const servers = readServers(reading, reading.root);
  const module = writeApi({
    className: api.name,
    path: api.path,
    title: title.replace(/\s+/g, ' '),
    servers,
    documentUrl: reading.documents.address,
    schemes,
    security,
    credentials,
    otherServers: tools.flatMap((tool) => tool.operation.servers ?? []),
  });
  const modules = [module, ...written, ...names.writeModules()];
  return {
    files: modules.map((one) => ({ path: one.path, text: one.write() })),
    schemes: schemesOf({ schemes, credentials }),
  };
}

function recordOf({ tool, operation, parameters, body }: ToolPlan): RecordedOperation {
  const { method, path, operationId } = operation;
  return {
    method,
    path,
    ...(operationId !== undefined && { operationId }),
    tool,
    parameters,
    ...(body && { body }),
  };
}
