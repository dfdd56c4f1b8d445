/**
 * The questions that an author may ask the client, and their answers. All revisions share one vocabulary.
 *
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots
 */
import type { AudioContent, ImageContent, Role, TextContent } from './content.js';
import { isJsonObject, type JsonObject } from './json.js';

interface FieldTexts {
  readonly title?: string;
  readonly description?: string;
}

/** A text field; lengths are in characters. */
export interface StringField extends FieldTexts {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly default?: string;
}

/** A number field; the bounds are inclusive. */
export interface NumberField extends FieldTexts {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A yes-or-no field. */
export interface BooleanField extends FieldTexts {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** A choice of one value of `enum`; `enumNames` are the labels, in the older spelling. */
export interface EnumField extends FieldTexts {
  readonly type: 'string';
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[];
  readonly default?: string;
}

/** A choice of one of several values with labels. */
export interface TitledEnumField extends FieldTexts {
  readonly type: 'string';
  readonly oneOf: readonly { readonly const: string; readonly title: string }[];
  readonly default?: string;
}

/** A choice of any number of values; revisions before 2025-11-25 cannot ask for one. */
export interface MultiEnumField extends FieldTexts {
  readonly type: 'array';
  readonly items:
    | { readonly type: 'string'; readonly enum: readonly string[] }
    | { readonly anyOf: readonly { readonly const: string; readonly title: string }[] };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

/** One field of a form. */
export type FormField = StringField | NumberField | BooleanField | EnumField | TitledEnumField | MultiEnumField;

/** A flat form, the only shape that clients can show. Never ask for secrets in one. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FormField>>;
  readonly required?: readonly string[];
}

/** Returns whether the value is a form. Options in its place mean that the call was not built. */
export function isFormSchema(value: unknown): value is FormSchema {
  return isJsonObject(value) && value['type'] === 'object' && isJsonObject(value['properties']);
}

/** `incapable`: the client cannot be asked this, so no request was sent. `missing` are the capabilities it lacks. */
export interface Incapable {
  readonly action: 'incapable';
  readonly missing: JsonObject;
}

/** The values that a user filled in, by field name. */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** `content` fits the form's schema. */
export type FormAnswer<Fields extends object = FormContent> =
  | { readonly action: 'accept'; readonly content: Readonly<Fields> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }
  | Incapable;

/** `accept` means that the user agreed to open the page, not that they are done there. */
export type UrlAnswer =
  { readonly action: 'accept' } | { readonly action: 'decline' } | { readonly action: 'cancel' } | Incapable;

/** One turn of the conversation with the client's model; revisions before 2025-11-25 carry one block in each. */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** Tool uses and their results require `tools`, which not every client supports. */
export type SamplingContent =
  | TextContent
  | ImageContent
  | AudioContent
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool_result'; readonly toolUseId: string; readonly content: readonly JsonObject[] };

/** `maxTokens` bounds the answer. Members that a client's revision lacks are left out; `tools` need its capability. */
export interface SamplingQuestion {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
  readonly metadata?: JsonObject;
  readonly tools?: readonly JsonObject[];
  readonly toolChoice?: JsonObject;
}

/** The answer of the client's model, unless the user declined. */
export type SamplingAnswer =
  | {
      readonly action: 'accept';
      readonly role: Role;
      readonly content: SamplingContent | readonly SamplingContent[];
      readonly model: string;
      readonly stopReason?: string;
    }
  | { readonly action: 'decline' }
  | Incapable;

/** A folder that the client exposes, as a `file://` URI. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The roots, unless the client declined. */
export type RootsAnswer =
  { readonly action: 'accept'; readonly roots: readonly Root[] } | { readonly action: 'decline' } | Incapable;

/** `key` names the question across the rounds of a call; without one, questions are numbered in the order asked. */
export interface AskOptions {
  readonly key?: string;
}

/** Syslog's levels, low to high. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';
