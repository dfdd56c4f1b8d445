/**
 * Reads the prompts that a server of the official SDK registers, with the completions of their arguments.
 */
import { type CallExpression, Node } from 'ts-morph';
import type { Completion, PromptComponent } from '../model.js';
import { calledName, type CallReading, handlerIn, requireName, texts } from './call-reading.js';
import { readInput } from './schema-arguments.js';
import { isTextType } from './sdk-tools.js';
import { literalsOf, objectOf, type Shape } from '../schemas/shape.js';
import { memberOf, nameOf, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** `server.prompt(name, description?, shape?, handler)` and `registerPrompt(name, config, handler)`. */
export function readPrompt(reading: CallReading, call: CallExpression, given: readonly Node[]): PromptComponent {
  const name = requireName(call, given[0], 'prompt');
  const isRegistered = calledName(call) === 'registerPrompt';
  const config = isRegistered && given[1] ? resolve(given[1]) : undefined;
  if (isRegistered && !(config && Node.isObjectLiteralExpression(config)))
    throw new Untranslated(call, 'registerPrompt', 'the configuration depends on a run of the old server');
  const rest = given.slice(1, -1);
  const described =
    !isRegistered && rest[0] && (textOf(rest[0]) !== undefined || isTextType(rest[0])) ? rest.shift() : undefined;
  const shape = config ? memberOf(config, 'argsSchema') : isRegistered ? undefined : rest[0];
  const input = readPromptInput(reading, call, shape, name);
  return {
    kind: 'prompt',
    dialect: 'sdk',
    name,
    ...texts(
      reading,
      call,
      config
        ? { title: memberOf(config, 'title'), description: memberOf(config, 'description') }
        : { description: described },
      name,
    ),
    options: [],
    ...input,
    handler: handlerIn(call, given.at(-1), 'prompt'),
    at: call,
  };
}

/** Reads the schema of a prompt's arguments, with their completions. @throws Untranslated for arguments that are no texts */
export function readPromptInput(
  reading: CallReading,
  call: Node,
  node: Node | undefined,
  name: string,
): { readonly input?: Shape; readonly completions: readonly Completion[] } {
  const { input, oldSchema } = readInput(reading, call, node, { name });
  if (oldSchema !== undefined)
    throw new Untranslated(
      node ?? call,
      'argsSchema',
      'the arguments of a prompt are texts, and no type says what the schema does with them',
    );
  for (const { name: argument, shape } of (input && objectOf(input)?.members) ?? []) {
    const isText =
      (shape.form.kind === 'text' && shape.form.type === 'string') ||
      literalsOf(shape)?.every((value) => value.startsWith("'"));
    if (!isText) throw new Untranslated(node ?? call, 'argsSchema', `the argument ${argument} of a prompt is no text`);
  }
  return { ...(input && { input }), completions: completionsIn(node) };
}

/** `completable(schema, callback)` among the members of a shape, also inside `.optional()`. */
function completionsIn(node: Node | undefined): readonly Completion[] {
  const shape = node && shapeLiteralOf(node);
  if (!shape || !Node.isObjectLiteralExpression(shape)) return [];
  return shape.getProperties().flatMap((property) => {
    const argument = nameOf(property);
    const member = argument === undefined ? undefined : memberOf(shape, argument);
    const found =
      member &&
      [resolve(member), ...resolve(member).getDescendants()].find(
        (one) => Node.isCallExpression(one) && one.getExpression().getText() === 'completable',
      );
    const callback = Node.isCallExpression(found) ? found.getArguments()[1] : undefined;
    return argument !== undefined && callback && Node.isExpression(callback) ? [{ argument, callback }] : [];
  });
}

function shapeLiteralOf(node: Node): Node | undefined {
  const held = resolve(node);
  if (Node.isCallExpression(held)) return held.getArguments()[0] && resolve(held.getArguments()[0] ?? held);
  return held;
}
