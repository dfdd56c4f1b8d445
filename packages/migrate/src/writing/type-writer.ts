/**
 * Writes shapes as TypeScript types: interfaces with doc comments for objects, named types for whatever needs a doc comment of its own.
 */
import { propertyName } from '../schemas/property-name.js';
import { isPlainText } from '../schemas/tags.js';
import { type Docs, type Form, objectOf, type Shape } from '../schemas/shape.js';
import { pascal } from '../schemas/type-names.js';

/** Called with a description that a doc comment changes. */
export type OnLostText = (text: string) => void;

/** The types of one module. */
export class TypeWriter {
  readonly #declarations = new Map<string, string>();

  constructor(
    private readonly isTaken: (name: string) => boolean,
    private readonly onLostText: OnLostText,
  ) {}

  /** The declarations that the written types need, in order of first use. */
  get declarations(): readonly string[] {
    return [...this.#declarations.values()];
  }

  /** Writes an object as an interface, and returns its name. */
  writeInterface(
    wanted: string,
    form: Extract<Form, { kind: 'object' }>,
    options: { readonly docs?: Docs; readonly hidesDefaults?: boolean } = {},
  ): string {
    const name = this.#freeName(wanted);
    this.#declarations.set(name, '');
    const members = form.members.map((member) => {
      const type = this.write(member.shape, `${name}${pascal(member.name)}`);
      const shown = options.hidesDefaults ? undefined : defaultTag(member.shape);
      const comment = this.#comment(member.shape.docs, shown, '  ');
      return `${comment}  ${propertyName(member.name)}${member.shape.isOptional ? '?' : ''}: ${type};\n`;
    });
    const others = form.others
      ? `  [name: string]: ${form.members.length > 0 ? 'unknown' : this.write(form.others, `${name}Value`)};\n`
      : '';
    const comment = this.#comment(options.docs ?? { tags: [] }, undefined, '');
    this.#declarations.set(name, `${comment}interface ${name} {\n${members.join('')}${others}}\n`);
    return name;
  }

  /** Writes a type in place; `hint` names it if it needs a name. */
  write(shape: Shape, hint: string): string {
    const { form } = shape;
    switch (form.kind) {
      case 'text':
        return form.type;
      case 'literals':
        return form.values.join(' | ');
      case 'array':
        return `${bracketed(this.#part(form.items, `${hint}Item`))}[]`;
      case 'tuple': {
        const items = form.items.map((item, index) => this.#part(item, `${hint}${index + 1}`));
        const rest = form.rest ? [`...${bracketed(this.#part(form.rest, `${hint}Rest`))}[]`] : [];
        return `[${[...items, ...rest].join(', ')}]`;
      }
      case 'object':
        return form.members.length === 0 && !form.others ? 'Record<string, never>' : this.writeInterface(hint, form);
      case 'record':
        return this.#record(form, hint);
      case 'union':
        return form.members.map((member, index) => this.#part(member, `${hint}${index + 1}`)).join(' | ');
      case 'intersection':
        return form.members.map((member, index) => bracketed(this.#part(member, `${hint}${index + 1}`))).join(' & ');
      case 'named':
        return this.#named(form);
    }
  }

  #record(form: Extract<Form, { kind: 'record' }>, hint: string): string {
    const key = this.#part(form.key, `${hint}Key`);
    const value = this.#part(form.value, `${hint}Value`);
    const record = `Record<${key}, ${value}>`;
    return form.isPartial && form.key.form.kind === 'literals' ? `Partial<${record}>` : record;
  }

  /** A type inside another one: whatever has a doc comment of its own gets a name. */
  #part(shape: Shape, hint: string): string {
    const { docs } = shape;
    if (docs.tags.length === 0 && docs.description === undefined) return this.write(shape, hint);
    const form = shape.form.kind === 'object' ? shape.form : undefined;
    if (form) return this.writeInterface(hint, form, { docs });
    if (shape.form.kind === 'named') return this.write(shape, hint);
    const name = this.#freeName(hint);
    this.#declarations.set(name, '');
    this.#declarations.set(
      name,
      `${this.#comment(docs, undefined, '')}type ${name} = ${this.write(shape, `${hint}Value`)};\n`,
    );
    return name;
  }

  #named({ name, shape }: Extract<Form, { kind: 'named' }>): string {
    if (this.#declarations.has(name)) return name;
    const inner = shape();
    const object = inner.form.kind === 'object' ? objectOf(inner) : undefined;
    if (object) return this.writeInterface(name, object, { docs: inner.docs });
    this.#declarations.set(name, '');
    this.#declarations.set(
      name,
      `${this.#comment(inner.docs, undefined, '')}type ${name} = ${this.write(inner, `${name}Value`)};\n`,
    );
    return name;
  }

  #freeName(wanted: string): string {
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      if (!this.#declarations.has(name) && (count > 1 || !this.isTaken(name))) return name;
    }
  }

  #comment(docs: Docs, shownDefault: string | undefined, indent: string): string {
    const text = docs.description === undefined || docs.description === '' ? [] : [this.#plain(docs.description)];
    const tags = [...docs.tags, ...(shownDefault === undefined ? [] : [`default ${shownDefault}`])].map(
      (tag) => `@${tag}`,
    );
    return writeComment([...text, ...tags], indent);
  }

  #plain(text: string): string {
    if (isPlainText(text)) return text;
    this.onLostText(text);
    return text
      .replace(/\*\//g, '* /')
      .replace(/(^|\s)@(?=[a-zA-Z])/g, '$1(at)')
      .replace(/\s+/g, ' ')
      .replace(/^[#>|*\s-]+/, '')
      .trim();
  }
}

/** Writes a doc comment: on one line if it fits. */
export function writeComment(parts: readonly string[], indent: string): string {
  if (parts.length === 0) return '';
  const line = parts.join(' ');
  if (!line.includes('\n') && line.length + indent.length <= 110) return `${indent}/** ${line} */\n`;
  const lines = parts.flatMap((part) => part.split('\n'));
  return `${indent}/**\n${lines.map((one) => `${indent} *${one === '' ? '' : ` ${one}`}\n`).join('')}${indent} */\n`;
}

/** A default that a doc comment keeps as it is. */
function defaultTag({ defaultJson }: Shape): string | undefined {
  return defaultJson === undefined || /\*\/|\s@| {2}|\\n/.test(defaultJson) ? undefined : defaultJson;
}

function bracketed(type: string): string {
  return / [|&] /.test(type) && !/^[[({]/.test(type) ? `(${type})` : type;
}
