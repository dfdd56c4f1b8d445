/**
 * How a handler gets its arguments in a method: as parameters, through the old schema, or with defaults filled in.
 */
import { Node, type ObjectBindingPattern, type ParameterDeclaration } from 'ts-morph';
import type { ContextUses } from '../handlers/context-uses.js';
import type { Written } from '../handlers/returns.js';
import type { PromptComponent, ToolComponent } from '../model.js';
import { fillObject } from '../schemas/fill-defaults.js';
import { propertyName } from '../schemas/property-name.js';
import { hasInnerDefault, objectOf, type Shape } from '../schemas/shape.js';
import { pascal } from '../schemas/type-names.js';
import type { ClassWriting } from './class-writing.js';
import { type HandlerPlan, readContext } from './handler-context.js';

/** The handler, its context and its arguments as the method gets them. */
export interface Prepared {
  readonly fn?: Written;
  readonly parameters: readonly string[];
  /** Statements before the body. */
  readonly before: readonly string[];
  /** Texts of the arguments for a handler that is called. */
  readonly given: readonly string[];
  readonly uses: ContextUses | undefined;
}

/** Reads how the handler takes its arguments and its context, and writes the parameters of the method. */
export function prepare(
  writing: ClassWriting,
  component: ToolComponent | PromptComponent,
  plan: HandlerPlan,
): Prepared {
  const { fn, isInline, method, contextIndex } = plan;
  const parameters = fn?.getParameters() ?? [];
  const form = component.input && objectOf(component.input);
  const named = component.parameters;
  const first = named ? named.arguments : contextIndex > 0 ? parameters[0] : undefined;
  const parameter = named ? named.context : parameters[contextIndex];
  const context = readContext(writing, component, { ...plan, parameter });
  const hasMembers = form !== undefined && form.members.length > 0;
  if (!hasMembers || !component.input) {
    const before =
      isInline && first
        ? [
            `const ${patternText(first)} = {}${Node.isIdentifier(first.getNameNode()) ? '' : ' as Record<string, undefined>'};`,
          ]
        : [];
    return {
      ...(fn && { fn }),
      parameters: context.parameters,
      before: [...context.before, ...before],
      given: [...(contextIndex > 0 ? ['{}'] : []), ...context.given],
      uses: context.uses,
    };
  }
  const oldSchema = component.kind === 'tool' ? component.oldSchema : undefined;
  const isSimple =
    oldSchema === undefined &&
    !hasInnerDefault({ ...component.input, form: { ...form, members: form.members.map(withoutOwnDefault) } });
  const simple =
    isInline && isSimple && first
      ? simpleBinding(
          first,
          form.members.map(({ name }) => name),
        )
      : undefined;
  const type = writing.types.writeInterface(pascal(`${method}Arguments`), form, {
    hidesDefaults: simple !== undefined,
  });
  if (simple) {
    const bound = form.members.flatMap(({ name, shape }) => {
      const local = simple.get(name);
      if (local === undefined) return [];
      const key = local === name ? name : `${propertyName(name)}: ${local}`;
      return [shape.default === undefined ? key : `${key} = ${shape.default}`];
    });
    const hidden = form.members.filter(({ name, shape }) => !simple.has(name) && shape.default !== undefined);
    if (hidden.length === 0) {
      const pattern = `{ ${bound.join(', ')} }`;
      return {
        ...(fn && { fn }),
        parameters: [`${pattern}: ${type}`, ...context.parameters],
        before: context.before,
        given: context.given,
        uses: context.uses,
      };
    }
  }
  const filled = oldSchema !== undefined ? 'given' : fillObject(component.input, 'given');
  const hasChange = oldSchema !== undefined || hasInnerDefault(component.input);
  const local = isInline && first && Node.isIdentifier(first.getNameNode()) ? first.getName() : undefined;
  const whole = hasChange || local === undefined ? 'given' : local;
  const before = [...context.before];
  let argument = whole;
  if (oldSchema !== undefined) before.push(`const args = await ${oldSchema}.parseAsync(given);`);
  else if (hasChange) before.push(`const args = ${filled};`);
  if (hasChange) argument = 'args';
  if (isInline && first && patternText(first) !== argument) before.push(`const ${patternText(first)} = ${argument};`);
  return {
    ...(fn && { fn }),
    parameters: [`{ ...${whole} }: ${type}`, ...context.parameters],
    before,
    given: [argument, ...context.given],
    uses: context.uses,
  };
}

function withoutOwnDefault({ name, shape }: { readonly name: string; readonly shape: Shape }): {
  readonly name: string;
  readonly shape: Shape;
} {
  const { default: _own, ...rest } = shape;
  return { name, shape: rest };
}

function patternText(parameter: ParameterDeclaration): string {
  return parameter.getNameNode().getText();
}

/** The local names of a pattern such as `{ city, days: count }`; `undefined` for other patterns and for unknown members. */
function simpleBinding(
  parameter: ParameterDeclaration,
  members: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const pattern = parameter.getNameNode();
  if (!Node.isObjectBindingPattern(pattern) || parameter.getInitializer()) return undefined;
  const names = new Map<string, string>();
  for (const element of (pattern as ObjectBindingPattern).getElements()) {
    const local = element.getNameNode();
    const property = element.getPropertyNameNode();
    if (element.getDotDotDotToken() || element.getInitializer() || !Node.isIdentifier(local)) return undefined;
    const name =
      property === undefined
        ? local.getText()
        : Node.isStringLiteral(property)
          ? property.getLiteralText()
          : property.getText();
    if (!members.includes(name)) return undefined;
    names.set(name, local.getText());
  }
  return names;
}
