/**
 * Reads the JSON Schemas of the schemas in a plugin's decorators: bundles them, evaluates them in a process without rights, and reports
 * what keeps them from a manifest.
 */
import { SourceMap } from 'node:module';
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { bundleDiagnostics } from '../bundle/bundle-diagnostics.js';
import { diagnosticCodes, type DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { AuthorSchema } from '../model/author-schema.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { MethodModel, PluginModel } from '../model/plugin-model.js';
import type { SourcePlace } from '../model/source-place.js';
import { bundleSchemas, schemaNamespace, type SchemaBundle } from './bundle-schemas.js';
import type { EvaluationEvent, SchemaNote } from './evaluator/evaluation-events.js';
import { framesOf, type FramePlace } from './map-frames.js';
import { plainSchema } from './plain-schema.js';
import { runEvaluator, type Evaluation } from './run-evaluator.js';
import { defaultSchemaLimits, type SchemaLimits } from './schema-limits.js';
import { stableSchema } from './stable-schema.js';

/** The model with the JSON Schema of each schema; use it only without errors. */
export interface EvaluatedSchemas {
  readonly model: PluginModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the schemas of all decorators, in the order of the model. */
function schemasIn({ classes }: PluginModel): readonly AuthorSchema[] {
  const tools = classes.flatMap(({ methods }) => methods).filter((method) => method.kind === 'tool');
  return tools.flatMap(({ input, output }) => [...(input ? [input] : []), ...(output ? [output] : [])]);
}

/** Evaluates the schemas of one plugin repeatedly; code that has not changed is not evaluated again. */
export class SchemaEvaluator {
  #known: { readonly code: string; readonly evaluation: Evaluation } | undefined;

  constructor(
    private readonly folder: string,
    private readonly limits: SchemaLimits = defaultSchemaLimits,
  ) {}

  async evaluate(model: PluginModel): Promise<EvaluatedSchemas> {
    const schemas = schemasIn(model);
    const bundle = await bundleSchemas(this.folder, schemas);
    if (!('code' in bundle)) {
      const messages = bundle.map(({ text, location }) => ({
        text,
        location: location && { ...location, file: sourceOf(location.file) },
      }));
      return { model, diagnostics: bundleDiagnostics(messages) };
    }
    const evaluation = await this.#run(bundle, schemas);
    const reports = new SchemaReports(schemas, new SourceMap(JSON.parse(bundle.map)));
    const written = reports.read(evaluation);
    return { model: withSchemas(model, written), diagnostics: sortDiagnostics(reports.diagnostics) };
  }

  async #run({ code }: SchemaBundle, schemas: readonly AuthorSchema[]): Promise<Evaluation> {
    if (this.#known?.code === code) return this.#known.evaluation;
    const roles = schemas.map(({ role }) => role);
    const evaluation = await runEvaluator({ code, roles, maxLength: this.limits.maxLength }, this.limits);
    // A process that was ended may have met a machine under load.
    this.#known = evaluation.broken === undefined ? { code, evaluation } : undefined;
    return evaluation;
  }
}

function sourceOf(file: string): string {
  return file.startsWith(`${schemaNamespace}:`) ? file.slice(schemaNamespace.length + 1).replace(/\?\d+$/, '') : file;
}

/** A diagnostic before it has a place. */
interface Finding extends Pick<Diagnostic, 'message' | 'severity'> {
  readonly code: DiagnosticCode;
  /** Default: the remedy of the code. */
  readonly fix?: string;
}

/** Reads the events of one evaluation as schemas and diagnostics. */
class SchemaReports {
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly schemas: readonly AuthorSchema[],
    private readonly map: SourceMap,
  ) {}

  /** Returns the JSON Schema of each schema that has one. */
  read({ events, broken }: Evaluation): ReadonlyMap<AuthorSchema, JsonObject> {
    for (const event of events) this.#readFault(event, events);
    if (this.diagnostics.length === 0 && broken !== undefined) this.#reportBroken(broken, events);
    if (this.diagnostics.length > 0) return new Map();

    const described = (index: number, run: number) =>
      events.find((event) => event.kind === 'schema' && event.index === index && event.run === run);
    const written = this.schemas.flatMap((schema, index): [AuthorSchema, JsonObject][] => {
      const [first, second] = [described(index, 0), described(index, 1)];
      if (first?.kind !== 'schema' || second?.kind !== 'schema') return [];
      for (const { says, path } of first.problems)
        this.#add(schema.at, {
          code: 'SIGIL121',
          message: `${schema.subject}: ${path === '' ? 'the schema' : `"${path}"`} ${says}`,
        });
      const stable = this.#requireStable(schema, first.schema, second.schema);
      this.#reportNotes(schema, first.notes, stable.computedDefaults);
      return [[schema, this.#requireObject(schema, plainSchema(stable.schema))]];
    });
    return new Map(written);
  }

  #readFault(event: EvaluationEvent, events: readonly EvaluationEvent[]): void {
    if (event.kind === 'denied') {
      const frames = framesOf(event.stack, this.map);
      const [frame] = frames;
      const file = frame?.file ?? lastEntered(events, event) ?? 'package.json';
      const place = frame ? this.#placeOf(frame) : startOf(file);
      // A package may look for what it does without; only the author's own code is held to it, also if Node calls for it, or code that fails for it.
      if (frame || frames.length === 0)
        this.#addOnce(place, { code: 'SIGIL120', message: `the schemas of ${file} reach for ${event.reached}` });
    }
    if (event.kind === 'threw' && !this.#isOfDenial(event.says)) {
      const schema = event.index === undefined ? undefined : this.schemas[event.index];
      const frame = framesOf(event.stack, this.map).find((one) => one !== undefined);
      const file = frame?.file ?? lastEntered(events, event) ?? schema?.at.file ?? 'package.json';
      const place = frame ? this.#placeOf(frame) : startOf(file);
      this.#addOnce(place, { code: 'SIGIL120', message: `the schemas of ${file} cannot be evaluated: ${event.says}` });
    }
    if (event.kind !== 'refused') return;
    const schema = this.schemas[event.index];
    // A module that has thrown leaves its exports undefined.
    if (!schema || events.some(({ kind }) => kind === 'threw')) return;
    const message = `${schema.subject}: the schema ${event.says}`;
    if (event.missing === undefined) this.#addOnce(schema.at, { code: 'SIGIL121', message });
    else {
      const fix = `Run \`npm install --save-dev ${event.missing}\`.`;
      this.#addOnce(schema.at, { code: 'SIGIL123', message, fix });
    }
  }

  /** Returns whether an error only repeats that something was denied, which has been reported. */
  #isOfDenial(says: string): boolean {
    return (
      says.startsWith(denial) && this.diagnostics.some(({ message }) => message.endsWith(says.slice(denial.length)))
    );
  }

  #reportBroken(broken: string, events: readonly EvaluationEvent[]): void {
    const file = lastEntered(events) ?? this.schemas[0]?.at.file ?? 'package.json';
    this.#add(startOf(file), { code: 'SIGIL120', message: `the evaluation of the schemas of ${file} ${broken}` });
  }

  #requireStable(schema: AuthorSchema, first: JsonObject, second: JsonObject): ReturnType<typeof stableSchema> {
    const stable = stableSchema(first, second);
    const { difference } = stable;
    if (difference !== undefined) {
      const message = `${schema.subject}: the schema is another one each time it is evaluated, at ${difference}`;
      const fix = 'Leave times and random values out of the schema, or move them into a refinement.';
      this.#add(schema.at, { code: 'SIGIL120', message, fix });
    }
    return stable;
  }

  #requireObject(schema: AuthorSchema, written: JsonObject): JsonObject {
    if (schema.role === 'output' || written['type'] === 'object') return written;
    if (isObjectSchema(written, written)) return { type: 'object', ...written };
    const message = `${schema.subject}: the schema describes ${kindOf(written)}, but the arguments of a tool are an object`;
    this.#add(schema.at, { code: 'SIGIL121', message });
    return written;
  }

  #reportNotes(schema: AuthorSchema, notes: readonly SchemaNote[], computedDefaults: readonly string[]): void {
    const byConstruct = new Map<string, string[]>();
    for (const { construct, path } of notes)
      byConstruct.set(construct, [
        ...(byConstruct.get(construct) ?? []),
        path === '' ? 'the whole value' : `"${path}"`,
      ]);
    for (const [construct, places] of byConstruct) {
      const listed =
        places.length > mostListed ? [...places.slice(0, mostListed), `${places.length - mostListed} more`] : places;
      const message = `${schema.subject}: ${construct} of ${listed.join(', ')} applies to calls, but JSON Schema cannot say it`;
      this.#add(schema.at, { code: 'SIGIL124', message, severity: 'note' });
    }
    for (const place of computedDefaults) {
      const name = place
        .split('.')
        .filter((step) => step !== 'properties')
        .join('.');
      const message = `${schema.subject}: the default of "${name}" applies to calls, but JSON Schema cannot say it: it is computed anew each time`;
      this.#add(schema.at, { code: 'SIGIL124', message, severity: 'note' });
    }
  }

  #placeOf(frame: FramePlace): SourcePlace {
    const { file, line, column } = frame;
    // The schema itself stands after the file's last line in its module.
    const own = this.schemas.find(({ at, module }) => at.file === file && line >= module.split('\n').length - 2);
    return own ? own.at : { file, line, column, length: 1 };
  }

  #addOnce(at: SourcePlace, finding: Finding): void {
    const isKnown = this.diagnostics.some(
      (one) => one.message === finding.message && one.file === at.file && one.line === at.line,
    );
    if (!isKnown) this.#add(at, finding);
  }

  #add(at: SourcePlace, { code, message, fix = diagnosticCodes[code].remedy, severity }: Finding): void {
    const { file, line, column, length } = at;
    this.diagnostics.push({ code, ...(severity && { severity }), message, fix, file, line, column, length });
  }
}

const mostListed = 5;
const denial = 'a schema module reached for ';

function startOf(file: string): SourcePlace {
  return { file, line: 1, column: 1, length: 1 };
}

/** Returns the author's module that began last, before `event` if there is one. */
function lastEntered(events: readonly EvaluationEvent[], event?: EvaluationEvent): string | undefined {
  const before = event ? events.slice(0, events.indexOf(event)) : events;
  const last = before.findLast(({ kind }) => kind === 'enter');
  return last?.kind === 'enter' ? last.file : undefined;
}

/** Returns whether only objects fit the schema, which may be one of several objects. */
function isObjectSchema(schema: JsonValue, root: JsonObject): boolean {
  if (!isJsonObject(schema)) return false;
  if (schema['type'] === 'object') return true;
  const [reference, definitions] = [schema['$ref'], root['$defs']];
  const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : undefined;
  const target = name !== undefined && isJsonObject(definitions) ? definitions[name] : undefined;
  if (target !== undefined && target !== schema) return isObjectSchema(target, root);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && branches.length > 0)
    return branches.every((branch: JsonValue) => isObjectSchema(branch, root));
  const parts = schema['allOf'];
  return Array.isArray(parts) && parts.some((part: JsonValue) => isObjectSchema(part, root));
}

function kindOf({ type }: JsonObject): string {
  if (typeof type !== 'string') return 'more than an object';
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function withSchemas(model: PluginModel, written: ReadonlyMap<AuthorSchema, JsonObject>): PluginModel {
  const withSchema = (schema: AuthorSchema): AuthorSchema => ({
    ...schema,
    schema: written.get(schema) ?? schema.schema,
  });
  const change = (method: MethodModel): MethodModel =>
    method.kind === 'tool' && (method.input || method.output)
      ? {
          ...method,
          ...(method.input && { input: withSchema(method.input) }),
          ...(method.output && { output: withSchema(method.output) }),
        }
      : method;
  return { ...model, classes: model.classes.map((owner) => ({ ...owner, methods: owner.methods.map(change) })) };
}
