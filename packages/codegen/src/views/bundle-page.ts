/**
 * Bundles a view that is written as a page: its local scripts, style sheets, images and fonts become part of it.
 */
import { dirname, extname, resolve } from 'node:path';
import MagicString from 'magic-string';
import type { InputLog } from '../inputs/input-log.js';
import { isError, type Diagnostic } from '../model/diagnostic.js';
import { assetTypes, bundleScripts, shortenScript, type BundledModule, type BundledScripts } from './bundle-scripts.js';
import type { BundledView } from './bundled-view.js';
import { readHtml, type HtmlAddress, type HtmlCode, type HtmlParts } from './html-entry.js';
import { findInPage } from './page-addresses.js';
import { isRemote, listOfAttribute } from './reached-address.js';
import type { ViewDeclaration } from '../model/view-declaration.js';
import { diagnoseView } from './view-fault.js';
import { findFramework, nameInPlugin, type ViewFramework } from './view-source.js';
import { escapeScript, writeModule, writeStyle } from './write-page.js';

/** Bundles the page of a plugin in `folder`. */
export async function bundlePage({ file }: ViewDeclaration, folder: string, log: InputLog): Promise<BundledView> {
  const text = log.readText(file) ?? '';
  const parts = readHtml(text);
  const bundle = new PageBundle({ file, folder, log, text, parts });
  await bundle.writeModules();
  for (const code of parts.code) await bundle.writeCode(code);
  for (const address of parts.addresses) bundle.writeAddress(address);
  return bundle.finish();
}

interface PageSource {
  readonly file: string;
  readonly folder: string;
  readonly log: InputLog;
  readonly text: string;
  readonly parts: HtmlParts;
}

class PageBundle {
  readonly #source: PageSource;
  readonly #page: MagicString;
  readonly #scripts: readonly string[];
  readonly #framework: ViewFramework;
  readonly #modules = new Map<string, BundledModule>();
  readonly #files = new Set<string>();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(source: PageSource) {
    this.#source = source;
    this.#page = new MagicString(source.text);
    this.#scripts = source.parts.code.flatMap((code) => (isModule(code) ? (this.#localFile(code.address) ?? []) : []));
    this.#framework = findFramework(this.#scripts, source.log);
    this.#files.add(source.file);
  }

  /** Writes all modules of the page as one, since they share what they import. They run when the page is complete, so their place is free. */
  async writeModules(): Promise<void> {
    const { file, text, parts } = this.#source;
    const modules = parts.code.filter((code) => isModule(code) && !isRemoteCode(code));
    const [first, ...others] = modules;
    if (!first) return;
    const inline = modules.filter(({ address }) => !address).map((code) => padded(text, code));
    const imports = modules.map((code) => {
      const found = this.#localFile(code.address);
      return found ?? `${file}?sigil-script=${inline.indexOf(padded(text, code))}`;
    });
    const entry = imports.map((path) => `import ${JSON.stringify(path)};`).join('\n');
    const bundled = await this.#bundle({ text: entry, loader: 'js', inline });
    this.#page.overwrite(first.start, first.end, writeModule(bundled.script));
    for (const { start, end } of others) this.#page.remove(start, end);
    if (bundled.style !== '') this.#page.appendLeft(parts.headEnd, writeStyle(bundled.style));
  }

  /** Writes a style sheet, or a script that is no module, in its place. */
  async writeCode(code: HtmlCode): Promise<void> {
    const { text, log, folder } = this.#source;
    const { kind, address, media, start, end } = code;
    if (isModule(code) || isRemoteCode(code)) return;
    const file = this.#localFile(address);
    if (address && file === undefined) return;
    if (kind === 'style') {
      const rules = file === undefined ? padded(text, code) : `@import ${JSON.stringify(file)};`;
      const { style } = await this.#bundle({ text: rules, loader: 'css', inline: [] });
      this.#page.overwrite(start, end, writeStyle(style, media));
      return;
    }
    const script = file === undefined ? padded(text, code) : (log.readText(file) ?? '');
    if (file !== undefined) this.#note(file, Buffer.byteLength(script));
    const shortened = await shortenScript(script, nameInPlugin(folder, file ?? this.#source.file));
    if ('diagnostics' in shortened) return void this.#diagnostics.push(...shortened.diagnostics);
    const written = `<script>${escapeScript(shortened.script)}</script>`;
    const waits = code.isDeferred && file !== undefined;
    this.#page.overwrite(start, end, waits ? '' : written);
    if (waits) this.#page.appendLeft(this.#source.parts.bodyEnd, written);
  }

  /** Writes a local file into the attribute that names it. */
  writeAddress(address: HtmlAddress): void {
    if (!listOfAttribute(address.tag, address.attribute)) return;
    const file = this.#localFile(address);
    if (file === undefined) return;
    const type = assetTypes.get(extname(file).slice(1).toLowerCase());
    if (type === undefined) {
      const known = [...assetTypes.keys()].join(', ');
      return this.#refuse(
        address,
        `"${address.address}" cannot be part of a page, as files of these kinds can: ${known}`,
      );
    }
    const [fragment = ''] = /#.*$/.exec(address.address) ?? [];
    const written = `data:${type};base64,${this.#source.log.readBytes(file)?.toString('base64') ?? ''}${fragment}`;
    this.#note(file, written.length);
    this.#page.overwrite(address.start, address.end, written);
  }

  finish(): BundledView {
    const { parts, file } = this.#source;
    if (!parts.hasDoctype) this.#page.prepend('<!doctype html>\n');
    return {
      ...(!this.#diagnostics.some(isError) && { html: this.#page.toString() }),
      scripts: this.#scripts,
      framework: this.#framework,
      modules: this.#modules,
      files: [...this.#files],
      reached: findInPage(file, parts),
      diagnostics: this.#diagnostics,
    };
  }

  async #bundle(entry: { text: string; loader: 'js' | 'css'; inline: readonly string[] }): Promise<BundledScripts> {
    const { folder, log, file } = this.#source;
    const bundled = await bundleScripts({ ...entry, file }, { folder, framework: this.#framework, log });
    for (const [path, module] of bundled.modules) this.#modules.set(path, module);
    for (const path of bundled.files) this.#files.add(path);
    this.#diagnostics.push(...bundled.diagnostics);
    return bundled;
  }

  /** @param bytes that it adds to the page */
  #note(file: string, bytes: number): void {
    this.#files.add(file);
    this.#modules.set(file, { imports: new Map(), bytes });
  }

  /** Returns the file that an address names; `undefined` for an address of another kind, or of a file that is not there, which it reports. */
  #localFile(address: HtmlAddress | undefined): string | undefined {
    if (!address || isRemote(address.address) || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(address.address)) return undefined;
    const { file, log } = this.#source;
    const [path = ''] = address.address.split(/[?#]/, 1);
    const found = resolve(dirname(file), decode(path));
    // A path from the root would be one of the server, which a view does not have.
    if (!path.startsWith('/') && log.readBytes(found) !== undefined) return found;
    this.#refuse(address, `there is no file "${address.address}"`);
    return undefined;
  }

  #refuse(address: HtmlAddress, message: string): void {
    const { folder, file, text } = this.#source;
    this.#diagnostics.push(diagnoseView(nameInPlugin(folder, file), text, { code: 'SIGIL144', message, ...address }));
  }
}

/** A script in TypeScript or JSX can only be a module. */
function isModule({ kind, address }: HtmlCode): boolean {
  return kind === 'module' || (kind === 'classic' && /\.(?:[cm]?tsx?|jsx|mjs)(?:$|[?#])/.test(address?.address ?? ''));
}

function isRemoteCode({ address }: HtmlCode): boolean {
  return address !== undefined && isRemote(address.address);
}

/** Returns the text between the tags at its place in the page, so that messages have the places of the page. */
function padded(text: string, code: HtmlCode): string {
  return text.slice(0, code.textStart).replaceAll(/[^\n]/g, ' ') + code.text;
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A percent sign that begins no escape.
    return path;
  }
}
