/**
 * Combines parameters with the doc comment of their method or constructor: `@param city …`, `@param options.city …`, `@param
 * stops[].city …`.
 */
import type { ts } from 'ts-morph';
import type { Property, SchemaNode } from '../../model/schema-node.js';
import { applyDocs } from './apply-docs.js';
import { changeMember } from './change-member.js';
import type { ParamDoc } from './doc-comment.js';
import { readDocComment, type SourcedDoc } from './doc-source.js';
import { editDistance, findNearest } from '../program/nearest-name.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/** A method, a constructor or a provider, and its doc comment. */
export interface DocumentedFunction {
  readonly reading: Reading;
  readonly declaration: ts.MethodDeclaration | ts.ConstructorDeclaration | ts.FunctionDeclaration;
  readonly docs: SourcedDoc | undefined;
  /** The function's name in messages: `tool "forecast"`. */
  readonly owner: string;
}

/** A parameter with a name. */
export interface NamedParameter {
  readonly declaration: ts.ParameterDeclaration;
  readonly name: string;
  readonly subject: string;
}

/** Returns the node with the documentation from `@param` or from a comment directly before the parameter. */
export function describeParameter(method: DocumentedFunction, node: SchemaNode, parameter: NamedParameter): SchemaNode {
  const { docs, reading } = method;
  const { subject, name } = parameter;
  const inline = readDocComment(reading, parameter.declaration);
  const described = inline ? applyDocs(reading, node, { block: inline.comment, docs: inline, subject }) : node;
  const block = docs?.comment.params.find((param) => param.name === name);
  const whole = block && docs ? applyDocs(reading, described, { block, docs, subject }) : described;
  const members = docs?.comment.params.filter((param) => stepsOf(param).length > 1 && stepsOf(param)[0] === name) ?? [];
  return members.reduce((result, param) => describeMember(method, result, param, stepsOf(param).slice(1)), whole);
}

/** Returns the members of a destructured parameter with the documentation from `@param options.city` or `@param city`. */
export function describeSpread(
  method: DocumentedFunction,
  properties: readonly Property[],
  declaration: ts.ParameterDeclaration,
): Property[] {
  const own = namesElsewhere(method, declaration);
  const params = (method.docs?.comment.params ?? []).filter((param) => !own.has(stepsOf(param)[0] ?? ''));
  return properties.map((property) =>
    params.reduce((described, param) => {
      const [root = '', ...steps] = stepsOf(param);
      if (root === property.name) return describeProperty(method, described, param, steps);
      return steps[0] === property.name ? describeProperty(method, described, param, steps.slice(1)) : described;
    }, property),
  );
}

function describeProperty(
  method: DocumentedFunction,
  property: Property,
  param: ParamDoc,
  steps: readonly string[],
): Property {
  return { ...property, node: describeMember(method, property.node, param, steps) };
}

/** @param steps from the node to the subject of the `@param` */
function describeMember(
  method: DocumentedFunction,
  node: SchemaNode,
  param: ParamDoc,
  steps: readonly string[],
): SchemaNode {
  const { docs, reading, owner } = method;
  if (!docs) return node;
  const subject = `${owner}, parameter "${param.name}"`;
  const describe = (inner: SchemaNode): SchemaNode => applyDocs(reading, inner, { block: param, docs, subject });
  const described = changeMember(node, steps, describe);
  if (!described && !docs.isInherited(param))
    reportParam(method, param, { says: `@param ${param.name} names no member` });
  return described ?? node;
}

/** Reports each `@param` that names nothing, or repeats another one: its text would be lost. */
export function checkParamNames(method: DocumentedFunction, declarations: readonly ts.ParameterDeclaration[]): void {
  const { docs } = method;
  const names = declarations.flatMap(namesOf);
  // A destructured parameter has no name, so its comment may use any.
  let free = declarations.filter((declaration) => !compiler.isIdentifier(declaration.name)).length;
  const freeNames = new Set<string>();
  const described = new Set<string>();
  for (const param of docs?.comment.params ?? []) {
    const [root = ''] = stepsOf(param);
    if (docs?.isInherited(param)) continue;
    const isRepeated = described.has(param.name);
    described.add(param.name);
    if (names.includes(root) || freeNames.has(root)) {
      if (isRepeated) reportRepeated(method, param, names);
      continue;
    }
    const nearest = findNearest(root, names);
    if (free > 0 && !nearest && root !== '') {
      free -= 1;
      freeNames.add(root);
      continue;
    }
    reportParam(method, param, { says: `@param ${root} names no parameter`, nearest });
  }
}

/** Reports a repeated name: either another name was meant, or the texts belong together. */
function reportRepeated(method: DocumentedFunction, param: ParamDoc, names: readonly string[]): void {
  const mentioned = new Set((method.docs?.comment.params ?? []).flatMap(stepsOf));
  const others = names.filter((name) => !mentioned.has(name) && !param.name.includes('.'));
  const [nearest] = others.toSorted((a, b) => editDistance(a, param.name) - editDistance(b, param.name));
  const says = `@param ${param.name} describes ${param.name} again`;
  reportParam(method, param, { says, nearest, otherwise: `Say it all in one @param ${param.name}.` });
}

interface Misnamed {
  readonly says: string;
  readonly nearest?: string | undefined;
  /** The fix when there is no nearest name, unless it is the default of the code. */
  readonly otherwise?: string;
}

function reportParam(method: DocumentedFunction, param: ParamDoc, { says, nearest, otherwise }: Misnamed): void {
  const { docs, reading, owner } = method;
  if (!docs) return;
  const fix = nearest === undefined ? otherwise : `Write @param ${nearest}.`;
  reading.problems.add({
    code: 'SIGIL073',
    at: docs.placeOfTag(param),
    message: `${owner}: ${says}`,
    ...(fix !== undefined && { fix }),
  });
}

/** Splits a path: `stops[].city` is `stops`, `[]`, `city`. */
function stepsOf({ name }: ParamDoc): string[] {
  return name.split(/\.|(?=\[\])/).filter((step) => step !== '');
}

function namesOf(declaration: ts.ParameterDeclaration): string[] {
  if (compiler.isIdentifier(declaration.name)) return [declaration.name.text];
  return declaration.name.elements.flatMap((element) =>
    compiler.isBindingElement(element) ? (element.propertyName ?? element.name).getText() : [],
  );
}

/** Returns the names of the other parameters, which a dotted `@param` may refer to instead. */
function namesElsewhere(method: DocumentedFunction, declaration: ts.ParameterDeclaration): Set<string> {
  return new Set(method.declaration.parameters.filter((one) => one !== declaration).flatMap(namesOf));
}
