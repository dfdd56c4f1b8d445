/**
 * One operation of a document, of any version, as the written sources need it.
 */
import type {
  BodyEncoding,
  OperationDescription,
  ParameterDescription,
  SecurityRequirement,
  ServerDescription,
} from '../../runtime/description.js';
import type { Located } from '../source/document-set.js';
import type { Place } from '../source/pointer.js';

/** A parameter: how it is sent, and which values it takes. */
export interface Parameter {
  readonly sent: ParameterDescription;
  readonly schema: Located;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly place: Place;
}

/** A property of a form that an older document declares as a parameter. */
export type FormField = Omit<Parameter, 'sent'> & { readonly name: string; readonly isRequired: boolean };

/** The body in the one media type in which it is sent. */
export interface Body {
  readonly mediaType: string;
  readonly isRequired: boolean;
  readonly description?: string;
  readonly encodings?: Readonly<Record<string, BodyEncoding>>;
  /** A schema, or the fields of a form; neither for a media type without a schema. */
  readonly schema?: Located;
  readonly fields?: readonly FormField[];
  readonly example?: unknown;
  readonly place: Place;
}

/** The form of a successful answer. */
export interface Answer {
  readonly kind: 'data' | 'text' | 'bytes' | 'nothing';
  readonly description?: string;
  /** The schemas of all successful answers that are data. */
  readonly schemas: readonly Located[];
  /** Whether links and headers are part of the result. */
  readonly hasHeaders: boolean;
  readonly example?: unknown;
  /** The status of the example. */
  readonly status: number;
}

/** An operation. */
export interface Operation {
  readonly method: OperationDescription['method'];
  readonly path: string;
  readonly place: Place;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly answer: Answer;
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly answerHeaders?: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: readonly ServerDescription[];
}

/** An operation that no tool can call, with the reason for the notice. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}
