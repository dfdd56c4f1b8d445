/**
 * The child process: compiles and runs the models of one package, in the package's folder and without access to others.
 *
 * Processes are started from the text of these functions, so that they survive bundling. They may use types, but nothing else
 * from outside themselves. A model stays compiled for as long as no file of the package changes.
 */
import type { Explore, Model, Result, SingleConnectionRuntime } from '@malloydata/malloy';
import type {
  FieldInfo,
  ModelAnswer,
  ModelInfo,
  ModelProblem,
  ModelRequest,
  ModelSettings,
  QueryOutcome,
} from './model-protocol.js';

type Load = (module: string) => unknown;
type Materialized = ReturnType<SingleConnectionRuntime['loadModel']>;

/** Annotations of a query and of its parts. */
interface Notes {
  readonly blockNotes?: readonly { readonly text: string }[];
  readonly inherits?: Notes;
}

/** The place of a definition. */
interface Place {
  readonly url: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** Both from 0. */
interface Position {
  readonly line: number;
  readonly character: number;
}

/** Reads the text at a place, if it can be read. */
type ReadText = (place: Place | undefined) => string | undefined;

/** Writes Malloy's objects as plain JSON. */
interface Writing {
  model(model: Model, textAt: ReadText): ModelInfo;
  outcome(result: Result): QueryOutcome;
  problems(error: unknown): ModelProblem[];
}

function openWriting(): Writing {
  const withText = (text: string | undefined): { text?: string } => (text === undefined ? {} : { text });
  const fieldOf = (field: Explore['allFields'][number], textAt: ReadText): FieldInfo => {
    const { name } = field;
    if (field.isExploreField()) return { name, kind: 'join' };
    if (!field.isAtomicField()) return { name, kind: 'view', ...withText(textAt(field.location)) };
    return { name, kind: field.isCalculation() ? 'measure' : 'dimension', type: String(field.type) };
  };
  const describe = (model: Model, textAt: ReadText): ModelInfo => ({
    sources: model.explores.map(({ name, allFields }) => ({
      name,
      fields: allFields.map((field) => fieldOf(field, textAt)),
    })),
    queries: model.namedQueries.map(({ as, name, location }) => ({
      name: String(as ?? name),
      ...withText(textAt(location)),
    })),
  });
  // Integers beyond 2^53 are kept exact as strings.
  const plain = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'bigint') return value;
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  };
  const outcomeOf = (result: Result): QueryOutcome => {
    const { queryResult } = result.toJSON();
    const notes: string[] = [];
    for (let from = queryResult.annotations as Notes | undefined; from; from = from.inherits) {
      notes.push(...(from.blockNotes ?? []).map(({ text }) => text.trim()));
    }
    return {
      rows: JSON.parse(JSON.stringify(result.data.toObject(), plain)) as object[],
      fields: result.data.field.allFields.map((field) => ({
        name: field.name,
        type: field.isAtomicField() ? String(field.type) : 'nested',
      })),
      sql: queryResult.sql,
      annotations: notes,
    };
  };
  const problemsOf = (error: unknown): ModelProblem[] => {
    const { problems = [] } = error as {
      problems?: { message: string; code?: string; at?: { range: { start: { line: number; character: number } } } }[];
    };
    if (problems.length === 0) return [{ message: error instanceof Error ? error.message : String(error) }];
    return problems.map(({ message, code, at }) => ({
      message,
      ...(code === undefined ? {} : { code }),
      ...(at ? { line: at.range.start.line + 1, column: at.range.start.character + 1 } : {}),
    }));
  };
  return { model: describe, outcome: outcomeOf, problems: problemsOf };
}

/** Caches the folder's compiled models by path, for as long as no file changes. */
function openModels(
  load: Load,
  settings: ModelSettings,
): { readonly modelAt: (path: string) => Materialized; readonly textAt: ReadText } {
  const { createHash } = load('node:crypto') as typeof import('node:crypto');
  const fs = load('node:fs') as typeof import('node:fs');
  const paths = load('node:path') as typeof import('node:path');
  const urls = load('node:url') as typeof import('node:url');
  const malloy = load(settings.malloy) as typeof import('@malloydata/malloy');
  const { DuckDBConnection } = load(settings.duckdb) as typeof import('@malloydata/db-duckdb');
  const folder = fs.realpathSync(process.cwd());
  const connection = new DuckDBConnection({
    name: 'duckdb',
    databasePath: ':memory:',
    workingDirectory: folder,
    securityPolicy: 'sandboxed',
    memoryLimit: `${settings.maxMemoryMb}MB`,
    threads: 2,
  });
  const readInside = (path: string): string => {
    const found = fs.realpathSync(path);
    if (!found.startsWith(folder + paths.sep)) throw new Error('an import must be within the package');
    const { maxModelBytes } = settings;
    const { size } = fs.statSync(found);
    if (size > maxModelBytes)
      throw new Error(`a model has ${size} bytes, more than ${maxModelBytes} (limit maxModelBytes)`);
    return fs.readFileSync(found, 'utf8');
  };
  const urlReader = { readURL: (url: URL) => Promise.resolve(readInside(urls.fileURLToPath(url))) };
  let compiled = new Map<string, Materialized>();
  let compiledHash = '';

  /** Of data files only the identity matters: their columns are read when a model is compiled. */
  const hashOfPackage = (): string => {
    const hash = createHash('sha256');
    const files = fs.readdirSync(folder, { recursive: true }).map(String);
    for (const file of files.sort()) {
      const path = paths.join(folder, file);
      const { size, mtimeMs } = fs.statSync(path);
      const isModel = file.endsWith('.malloy') && size <= settings.maxModelBytes;
      hash.update(JSON.stringify(isModel ? [file] : [file, size, mtimeMs]));
      if (isModel) hash.update(fs.readFileSync(path));
    }
    return hash.digest('hex');
  };
  const textAt: ReadText = (place) => {
    try {
      if (!place) return undefined;
      const { start, end } = place.range;
      const lines = readInside(urls.fileURLToPath(place.url))
        .split('\n')
        .slice(start.line, end.line + 1);
      const last = lines.length - 1;
      if (last < 0) return undefined;
      lines[last] = lines[last]!.slice(0, end.character);
      lines[0] = lines[0]!.slice(start.character);
      return lines.join('\n');
    } catch {
      // The definition is shown without its text.
      return undefined;
    }
  };
  const modelAt = (path: string): Materialized => {
    const hash = hashOfPackage();
    if (hash !== compiledHash) compiled = new Map();
    compiledHash = hash;
    const known = compiled.get(path);
    if (known) return known;
    const runtime = new malloy.SingleConnectionRuntime({ urlReader, connection });
    const made = runtime.loadModel(urls.pathToFileURL(paths.join(folder, path)));
    compiled.set(path, made);
    return made;
  };
  return { modelAt, textAt };
}

function serveModels(load: Load, settings: ModelSettings, written: Writing): void {
  const { modelAt, textAt } = openModels(load, settings);
  const answer = async (request: ModelRequest): Promise<ModelAnswer> => {
    const { id } = request;
    try {
      if (request.kind === 'compile') {
        const model = await modelAt(request.model).getModel();
        return { id, model: written.model(model, textAt) };
      }
      const { model, text, rowLimit, isForeign } = request.job;
      const materialized = modelAt(model);
      const query = isForeign ? materialized.loadRestrictedQuery(text) : materialized.loadQuery(text);
      return { id, outcome: written.outcome(await query.run({ rowLimit })) };
    } catch (error) {
      return { id, problems: written.problems(error) };
    }
  };
  process.on('message', (request: ModelRequest) => {
    void answer(request).then((answered) => process.send?.(answered));
  });
  // The process that started this one is gone.
  process.on('disconnect', () => process.kill(process.pid));
}

// The bundle of a plugin preserves function names through this helper, which is not part of their text.
const nameKeeper = 'const __name = (target) => target;';

/** The program of a process: plain JavaScript, for `node --eval`; its settings are the first argument. */
export const modelProgram = [
  nameKeeper,
  String(openWriting),
  String(openModels),
  `(${String(serveModels)})(require, JSON.parse(process.argv[1]), openWriting());`,
].join('\n');
