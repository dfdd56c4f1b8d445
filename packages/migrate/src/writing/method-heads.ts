/**
 * The head of a method: its name, its doc comment and the options of its decorator.
 */
import type { Component } from '../model.js';
import { isPlainText, quoted } from '../schemas/tags.js';
import type { ClassWriting } from './class-writing.js';
import { writeComment } from './type-writer.js';

/** Names that a build gives a meaning to in every class. */
export const lifeNames: readonly string[] = ['start', 'stop', 'health', 'onCall', 'carry'];

const reserved = new Set(['constructor', ...lifeNames]);

/** Returns a free name of a method for words. */
export function methodName(writing: ClassWriting, wanted: string): string {
  const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const camel = words
    .map((word, index) =>
      index === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('');
  const safe = /^[A-Za-z]/.test(camel) ? camel : `tool${camel}`;
  for (let count = 1; ; count++) {
    const name = count === 1 ? safe : `${safe}${count}`;
    if (writing.methods.has(name) || reserved.has(name)) continue;
    writing.methods.add(name);
    return name;
  }
}

/** Writes options of a decorator, on one line if they fit. */
export function optionsText(options: readonly (readonly [string, string])[]): string {
  if (options.length === 0) return '';
  const line = `{ ${options.map(([name, text]) => `${name}: ${text}`).join(', ')} }`;
  if (line.length <= 90 && !line.includes('\n')) return line;
  return `{\n${options.map(([name, text]) => `    ${name}: ${text},\n`).join('')}  }`;
}

/** The doc comment, and the options that the comment does not say. */
export function described(
  component: Component,
  method: string,
): { readonly comment: string; readonly options: (readonly [string, string])[] } {
  const { description, title, name } = component;
  const isComment = description !== undefined && isPlainText(description) && !/`{3}/.test(description);
  const options: (readonly [string, string])[] = [];
  if (name !== method) options.push(['name', quoted(name)]);
  if (title !== undefined) options.push(['title', quoted(title)]);
  if (description !== undefined && !isComment) options.push(['description', quoted(description)]);
  return {
    comment: isComment ? writeComment(description.split('\n'), '  ') : '',
    options: [...options, ...component.options],
  };
}
