/**
 * The program of the process that evaluates the schemas of authors: it runs their bundle twice, at two times of its clock, and writes
 * the JSON Schema of each.
 */
import { compileFunction } from 'node:vm';
import { describeSchema, MissingConverter, type Converters } from './schemas/evaluator/describe-schema.js';
import {
  bundleName,
  bundleParameters,
  schemaExport,
  type EvaluationEvent,
  type EvaluationRequest,
} from './schemas/evaluator/evaluation-events.js';
import { closeProcess, messageOf, stackOf, type Sandbox } from './schemas/evaluator/sandbox.js';
import { UnfitSchema } from './schemas/evaluator/unfit-schema.js';

/** The parts of a bundle: a loader for the module of each schema, and the converters that are installed. */
type ReportBundle = (loaders: readonly (() => Promise<unknown>)[], converters: Converters) => void;

const runs = [0, 1];
/** Long enough for every part of a date to differ. */
const betweenRunsMs = 400 * 24 * 60 * 60 * 1000 + 3_723_456;

/** Evaluates the schemas, and ends the process. */
export async function evaluateSchemas(request: EvaluationRequest): Promise<void> {
  Error.stackTraceLimit = 100;
  const globals = new Set(Reflect.ownKeys(globalThis));
  const sandbox = closeProcess();
  for (const run of runs) {
    sandbox.shiftClock(run * betweenRunsMs);
    for (const key of Reflect.ownKeys(globalThis)) if (!globals.has(key)) Reflect.deleteProperty(globalThis, key);
    await evaluateOnce(request, run, sandbox);
  }
  sandbox.emit({ kind: 'done' });
  sandbox.exit();
}

async function evaluateOnce(request: EvaluationRequest, run: number, sandbox: Sandbox): Promise<void> {
  const text = `return (async () => { "use strict";\n${request.code}\n})();`;
  // Without a callback for imports, `import()` of code made from text is refused.
  const bundle = compileFunction(text, [...bundleParameters], { filename: bundleName, lineOffset: -1 });
  let loaders: readonly (() => Promise<unknown>)[] = [];
  let converters: Converters = {};
  const report: ReportBundle = (found, installed) => {
    loaders = found;
    converters = installed;
  };
  const enter = (file: string): void => sandbox.emit({ kind: 'enter', file });
  await (bundle(report, sandbox.findBuiltin, enter) as Promise<void>);
  for (const [index, load] of loaders.entries()) {
    try {
      const module = (await load()) as Readonly<Record<string, unknown>>;
      sandbox.emit(await describe(module[schemaExport], { index, run, request, converters }));
    } catch (error) {
      sandbox.emit({ kind: 'threw', index, says: messageOf(error), stack: stackOf(error) });
    }
  }
}

interface Description {
  readonly index: number;
  readonly run: number;
  readonly request: EvaluationRequest;
  readonly converters: Converters;
}

async function describe(schema: unknown, description: Description): Promise<EvaluationEvent> {
  const { index, run, request, converters } = description;
  try {
    const described = await describeSchema(schema, request.roles[index] ?? 'input', converters);
    const { length } = JSON.stringify(described.schema);
    if (length <= request.maxLength) return { kind: 'schema', index, run, ...described };
    return {
      kind: 'refused',
      index,
      says: `has a JSON Schema of ${length} characters; ${request.maxLength} are the most`,
    };
  } catch (error) {
    if (error instanceof MissingConverter)
      return { kind: 'refused', index, says: error.message, missing: error.packageName };
    const says = messageOf(error);
    return {
      kind: 'refused',
      index,
      says: error instanceof UnfitSchema ? says : `cannot be written as JSON Schema: ${says}`,
    };
  }
}
