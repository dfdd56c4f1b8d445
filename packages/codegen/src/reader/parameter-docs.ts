/**
 * Joins parameters with what the method's doc comment says of them: `@param city …`, `@param options.city …`.
 */
import type { ts } from 'ts-morph';
import type { Property, SchemaNode } from '../model/schema-node.js';
import { applyDocs } from './apply-docs.js';
import type { ParamDoc } from './doc-comment.js';
import { readDocComment } from './doc-source.js';
import { findNearest } from './doc-tags.js';
import { compiler } from './load-compiler.js';
import type { PublishedMethod } from './published-method.js';

/** A parameter with a name of its own. */
export interface NamedParameter {
  readonly declaration: ts.ParameterDeclaration;
  readonly name: string;
  readonly subject: string;
}

/** The node with what `@param` or a comment right before the parameter says. */
export function describeParameter(method: PublishedMethod, node: SchemaNode, parameter: NamedParameter): SchemaNode {
  const { docs, reading } = method;
  const { subject, name } = parameter;
  const inline = readDocComment(reading, parameter.declaration);
  const described = inline ? applyDocs(reading, node, { block: inline.comment, docs: inline, subject }) : node;
  const block = docs?.comment.params.find((param) => param.name === name);
  return block && docs ? applyDocs(reading, described, { block, docs, subject }) : described;
}

/** The members of a destructured parameter with what `@param options.city` or `@param city` says. */
export function describeSpread(
  method: PublishedMethod,
  properties: readonly Property[],
  declaration: ts.ParameterDeclaration,
): Property[] {
  const { docs, reading } = method;
  const own = namesElsewhere(method, declaration);
  return properties.map((property) => {
    const block = docs?.comment.params.find((param) => {
      const [root = '', member] = param.name.split('.');
      return member === undefined ? root === property.name : member === property.name && !own.has(root);
    });
    if (!block || !docs || block.name.split('.').length > 2) return property;
    const subject = `${method.owner}, parameter "${property.name}"`;
    return { ...property, node: applyDocs(reading, property.node, { block, docs, subject }) };
  });
}

/** Reports each `@param` that names nothing: its text would be lost. */
export function checkParamNames(method: PublishedMethod, declarations: readonly ts.ParameterDeclaration[]): void {
  const { docs, reading, owner } = method;
  const names = declarations.flatMap(namesOf);
  // A destructured parameter has no name, so that its comment may call it anything.
  let free = declarations.filter((declaration) => !compiler.isIdentifier(declaration.name)).length;
  const freeNames = new Set<string>();
  for (const param of docs?.comment.params ?? []) {
    const [root = ''] = param.name.split('.');
    if (names.includes(root) || freeNames.has(root)) continue;
    const nearest = findNearest(root, names);
    if (free > 0 && !nearest && root !== '') {
      free -= 1;
      freeNames.add(root);
      continue;
    }
    reading.problems.add({
      code: 'SIGIL073',
      at: placeOfParam(method, param),
      message: `${owner}: @param ${root} names no parameter`,
      ...(nearest !== undefined && { fix: `Write @param ${nearest}.` }),
    });
  }
}

function placeOfParam(
  method: PublishedMethod,
  param: ParamDoc,
): ReturnType<NonNullable<PublishedMethod['docs']>['placeOfTag']> {
  const tag = { name: 'param', start: param.start };
  return (
    method.docs?.placeOfTag(tag) ?? {
      file: method.declaration.getSourceFile(),
      start: method.declaration.pos,
      length: 1,
    }
  );
}

function namesOf(declaration: ts.ParameterDeclaration): string[] {
  if (compiler.isIdentifier(declaration.name)) return [declaration.name.text];
  return declaration.name.elements.flatMap((element) =>
    compiler.isBindingElement(element) ? (element.propertyName ?? element.name).getText() : [],
  );
}

/** The names of the other parameters, which a dotted `@param` may be about instead. */
function namesElsewhere(method: PublishedMethod, declaration: ts.ParameterDeclaration): Set<string> {
  return new Set(method.declaration.parameters.filter((one) => one !== declaration).flatMap(namesOf));
}
