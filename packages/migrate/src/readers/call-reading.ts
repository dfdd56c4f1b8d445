/**
 * The parts of a registration that all frameworks have: its name, its texts, its annotations and its handler.
 */
import { type CallExpression, type Expression, Node } from 'ts-morph';
import type { ZodReading } from '../schemas/zod-reading.js';
import { jsonOf, memberOf, plain, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** A reading of calls in one file. */
export interface CallReading {
  readonly zod: ZodReading;
  readonly warn: (at: Node, construct: string, message: string, name: string) => void;
  /** Reports a difference at the edges. */
  readonly note: (at: Node, construct: string, message: string, name: string) => void;
}

/** Returns the name of a component. @throws Untranslated for one that depends on a run, or that builds refuse */
export function requireName(call: Node, node: Node | undefined, construct: string): string {
  const name = textOf(node);
  if (name === undefined) throw new Untranslated(call, construct, 'the name depends on a run of the old server');
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name))
    throw new Untranslated(
      call,
      construct,
      `the name ${JSON.stringify(name)} has characters or a length that builds refuse`,
    );
  return name;
}

/** Returns the handler in its place. @throws Untranslated if it is absent */
export function handlerIn(call: Node, node: Node | undefined, construct: string): Expression {
  const value = node && plain(node);
  if (!value || !Node.isExpression(value)) throw new Untranslated(call, construct, 'the handler is not in its place');
  return value;
}

/** The title of the annotations is that of the tool, unless it has one of its own. */
export function annotatedTitle(annotations: Node | undefined): { readonly title?: string } {
  const title = annotations && textOf(memberOf(resolve(annotations), 'title'));
  return title === undefined ? {} : { title };
}

/** Returns whether an argument is more than the word `undefined`. */
export function isPresent(node: Node): boolean {
  return plain(node).getText() !== 'undefined';
}

/** Reads texts of a component; those that depend on a run are left out, with a warning. */
export function texts(
  reading: CallReading,
  call: Node,
  nodes: Readonly<Record<string, Node | undefined>>,
  name: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [member, node] of Object.entries(nodes)) {
    if (!node || !isPresent(node)) continue;
    const text = textOf(node);
    if (text === undefined)
      reading.warn(node, member, `the ${member} depends on a run of the old server, and is left out`, name);
    else result[member] = text;
  }
  return result;
}

const hints: Readonly<Record<string, string>> = {
  readOnlyHint: 'readOnly',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'openWorld',
  title: 'title',
};

/** Reads annotations and `_meta` as options of the decorator. */
export function readOptions(
  reading: CallReading,
  call: Node,
  parts: {
    readonly annotations?: Node | undefined;
    readonly meta?: Node | undefined;
    readonly icons?: Node | undefined;
  },
  name: string,
): (readonly [string, string])[] {
  const options: (readonly [string, string])[] = [];
  const annotations = parts.annotations && isPresent(parts.annotations) ? jsonOf(parts.annotations) : {};
  if (
    annotations === undefined ||
    typeof annotations !== 'object' ||
    annotations === null ||
    Array.isArray(annotations)
  )
    reading.warn(
      parts.annotations ?? call,
      'annotations',
      'the annotations depend on a run of the old server, and are left out',
      name,
    );
  else
    for (const [hint, value] of Object.entries(annotations)) {
      const option = hints[hint];
      if (option === 'title') continue;
      else if (option !== undefined) options.push([option, String(value)]);
      else if (!['streamingHint'].includes(hint))
        reading.warn(parts.annotations ?? call, 'annotations', `the annotation ${hint} is not listed`, name);
    }
  for (const [option, node] of [
    ['meta', parts.meta],
    ['icons', parts.icons],
  ] as const) {
    if (!node || !isPresent(node)) continue;
    const value = jsonOf(node);
    if (value === undefined)
      reading.warn(
        node,
        option === 'meta' ? '_meta' : option,
        'the value depends on a run of the old server, and is left out',
        name,
      );
    else options.push([option, JSON.stringify(value)]);
  }
  return options;
}

/** Returns the name of the function or method that a call calls. */
export function calledName(call: CallExpression): string {
  const called = call.getExpression();
  return Node.isPropertyAccessExpression(called) ? called.getName() : called.getText();
}

/** The text by which a registration reaches a member of its configuration, if the configuration is a constant. */
export function textIn(config: Node | undefined, member: string): string | undefined {
  if (!config || Node.isObjectLiteralExpression(plain(config))) return undefined;
  const isOperand = Node.isLeftHandSideExpression(config);
  return `${isOperand ? config.getText() : `(${config.getText()})`}.${member}`;
}
