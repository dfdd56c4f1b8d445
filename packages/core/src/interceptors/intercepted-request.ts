/**
 * One request as its interceptors see it. Most members are read by few interceptors, so they are computed when they are read.
 */
import type { Call } from '../calls/call.js';
import type { Catalog } from '../catalog/catalog.js';
import { originalOf } from '../catalog/derive.js';
import { copyJson } from '../model/copy-json.js';
import { cutText } from '../model/cut-text.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';
import { RequestRefused, type InterceptedRequest } from './interceptor.js';

/** In characters. A reason is for a person or a model to read. */
const longestReason = 4_096;

interface Named {
  readonly definition: { readonly name: string } | { readonly uri: string } | { readonly uriTemplate: string };
  readonly original?: object;
}

/** The parts of an intercepted request. */
export interface RequestFacts {
  readonly call: Call;
  readonly method: string;
  /** The params before any interceptor changed them. */
  readonly params: JsonObject;
  /** The tool, if it was found already. */
  readonly component: Named | undefined;
}

export class RequestView implements InterceptedRequest {
  readonly #facts: RequestFacts;
  readonly #given: JsonObject;
  readonly #interceptor: string;
  #params: JsonObject | undefined = undefined;
  #component: Named | null | undefined = undefined;

  /** @param given the params, as outer interceptors changed them */
  constructor(facts: RequestFacts, given: JsonObject, interceptor: string) {
    this.#facts = facts;
    this.#given = given;
    this.#interceptor = interceptor;
  }

  get server(): string {
    return this.#facts.call.server.info.name;
  }

  get method(): string {
    return this.#facts.method;
  }

  get name(): string | undefined {
    const found = this.#find();
    return found && nameIn(found.definition);
  }

  get originalName(): string | undefined {
    const found = this.#find();
    const original = found && originalOf(found);
    return isNamed(original) ? nameIn(original.definition) : this.name;
  }

  get catalog(): Catalog {
    return this.#facts.call.catalog;
  }

  get revision(): Revision {
    return this.#facts.call.revision;
  }

  get params(): JsonObject {
    return (this.#params ??= copyJson(this.#given) as JsonObject); // an object stays one
  }

  get principal(): Principal {
    return this.#facts.call.principal;
  }

  get clientCapabilities(): JsonObject {
    return this.#facts.call.clientCapabilities;
  }

  get signal(): AbortSignal {
    return this.#facts.call.signal;
  }

  refuse(reason: string): never {
    throw new RequestRefused(cutText(String(reason ?? ''), longestReason) || 'this server refuses the request');
  }

  audit(fields: JsonObject): void {
    this.#facts.call.noteForAudit(this.#interceptor, readFields(fields));
  }

  /**
   * Returns the params with the interceptor's changes; the same object if it cannot have changed any. They are copied, so that nothing which
   * the interceptor still holds reaches the code inside, and as JSON.
   *
   * @throws TypeError for changes that are no object, or that JSON cannot carry
   */
  changed(changes: JsonObject | undefined): JsonObject {
    if (changes === undefined && this.#params === undefined) return this.#given;
    if (changes !== undefined && !isJsonObject(changes)) throw new TypeError('the changes of params must be an object');
    return copyJson({ ...(this.#params ?? this.#given), ...changes }) as JsonObject; // an object stays one
  }

  #find(): Named | undefined {
    if (this.#component === undefined) this.#component = this.#facts.component ?? findComponent(this.#facts) ?? null;
    return this.#component ?? undefined;
  }
}

/** Copies the fields: the interceptor may go on to change its object, and a line that cannot be written would be lost as a whole. */
function readFields(fields: unknown): JsonObject {
  try {
    const copy = copyJson(fields);
    if (isJsonObject(copy)) return copy;
  } catch {
    // A circle or a big integer, which JSON cannot express.
  }
  return { unreadable: true };
}

function findComponent({ call: { catalog }, method, params }: RequestFacts): Named | undefined {
  const { name, uri } = params;
  if (method === 'prompts/get' && typeof name === 'string') return catalog.findPrompt(name);
  if (typeof uri === 'string') return namedOnly(catalog.findResource(uri)?.component);
  const { ref } = params;
  if (method !== 'completion/complete' || typeof ref !== 'object' || ref === null || Array.isArray(ref))
    return undefined;
  return findCompleted(catalog, ref as JsonObject);
}

function findCompleted(catalog: Call['catalog'], { type, name, uri }: JsonObject): Named | undefined {
  if (type === 'ref/prompt') return typeof name === 'string' ? catalog.findPrompt(name) : undefined;
  return typeof uri === 'string' ? catalog.findTemplate(uri) : undefined;
}

function namedOnly(component: object | undefined): Named | undefined {
  return isNamed(component) ? component : undefined;
}

function isNamed(component: object | undefined): component is Named {
  return component !== undefined && 'definition' in component;
}

function nameIn(definition: Named['definition']): string {
  if ('uri' in definition) return definition.uri;
  return 'uriTemplate' in definition ? definition.uriTemplate : definition.name;
}
