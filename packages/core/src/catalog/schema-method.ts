/**
 * Calls a method whose input or result is read by a schema of its author.
 */
import type { PublishedSchemas } from '../decorators/publication.js';
import type { ArgumentProblem, ComponentCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import type { BadArguments } from './catalog.js';
import { carrierOf, isStream } from './read-return.js';
import type { ReturnReading } from './return-reading.js';

type Method = (...args: unknown[]) => unknown;

/** A method with the code and the schemas that read its input and its result. */
interface SchemaMethodParts {
  readonly method: Method;
  readonly code: ComponentCode;
  readonly schemas: PublishedSchemas;
  /** The JSON Schema of the tool's input. */
  readonly inputSchema: JsonObject;
}

export class SchemaMethod {
  constructor(
    private readonly instance: object,
    private readonly parts: SchemaMethodParts,
  ) {}

  /** Validates the input, calls the method with the schema's output, then validates and reads what it returned. */
  async run<Result>(
    input: JsonObject,
    context: Context,
    reading: ReturnReading<Result>,
  ): Promise<Result | BadArguments> {
    // Loaded with the first call: few plugins have such schemas.
    const { readBySchema, writeBySchema, writeStreamBySchema } = await import('./author-schemas.js');
    const { method, code, schemas, inputSchema } = this.parts;
    const problems: ArgumentProblem[] = [];
    const read = schemas.input && (await readBySchema(schemas.input, input, inputSchema, problems));
    if (problems.length > 0) return { kind: 'bad-arguments', problems };
    const args = code.decode(input, context, problems, read);
    if (problems.length > 0) return { kind: 'bad-arguments', problems };

    const carrier = carrierOf(context);
    if (carrier?.delivery.asEvents) await carrier.emit({ type: 'start' });
    const returned: unknown = await method.apply(this.instance, args);
    const { output } = schemas;
    if (reading.stream && isStream(returned))
      return reading.stream(output ? writeStreamBySchema(output, returned) : returned, context, code);
    return reading.value(output ? await writeBySchema(output, returned) : returned, code);
  }
}
