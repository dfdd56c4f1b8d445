/**
 * Reports hosts that a view reaches without declaring them: hosts of MCP Apps block those.
 */
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { allowsHost, originOf } from './allows-host.js';
import type { BundledView } from './bundled-view.js';
import { findInStyle, isRemote, type ReachedAddress } from './reached-address.js';
import { findInScript, parseScript } from './script-addresses.js';
import type { ScriptSource } from './script-constants.js';
import { diagnoseView } from './view-fault.js';
import type { ViewDeclaration } from '../model/view-declaration.js';
import { isOwn, isScript, nameInPlugin } from './view-source.js';

/** Checks the views of one plugin, again and again: files that have not changed are not parsed again. */
export class HostCheck {
  readonly #folder: string;
  readonly #log: InputLog;
  readonly #parsed = new Map<string, ScriptSource['tree']>();

  constructor(folder: string, log: InputLog) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns errors for the plugin's own files, and notes for those of packages, which may not need the host. */
  check(view: ViewDeclaration, bundled: BundledView): readonly Diagnostic[] {
    const ofPage = bundled.reached ? this.#report(view, view.file, bundled.reached) : [];
    const ofModules = [...bundled.modules].flatMap(([file, { bytes }]) => {
      // What is not part of the page reaches nothing.
      if (bytes === 0) return [];
      const found = isScript(file)
        ? this.#findInScript(file, bundled)
        : file.endsWith('.css')
          ? this.#findInStyle(file)
          : [];
      return this.#report(view, file, found);
    });
    return [...ofPage, ...ofModules];
  }

  #findInStyle(file: string): readonly ReachedAddress[] {
    return findInStyle(this.#textOf(file));
  }

  #findInScript(file: string, bundled: BundledView): readonly ReachedAddress[] {
    // A constant may be of another file, so only packages are passed over without a parse.
    const isForeign = !isOwn(this.#folder, file);
    if (isForeign && !/["'`(](?:https?|wss?):\/\//.test(this.#textOf(file))) return [];
    return findInScript(this.#sourceOf(file, bundled), { withOthers: !isForeign });
  }

  #sourceOf(file: string, bundled: BundledView): ScriptSource {
    return {
      tree: this.#parse(file),
      findImport: (name) => {
        const found = bundled.modules.get(file)?.imports.get(name);
        const isReadable = found !== undefined && isOwn(this.#folder, found) && (isScript(found) || isJson(found));
        return isReadable ? this.#sourceOf(found, bundled) : undefined;
      },
    };
  }

  #parse(file: string): ScriptSource['tree'] {
    const text = this.#textOf(file);
    const known = this.#parsed.get(file);
    if (known?.text === text) return known;
    const parsed = parseScript(file, isJson(file) ? `export default ${text}` : text);
    this.#parsed.set(file, parsed);
    return parsed;
  }

  #textOf(file: string): string {
    return this.#log.readText(file) ?? '';
  }

  #report(view: ViewDeclaration, file: string, found: readonly ReachedAddress[]): Diagnostic[] {
    const text = found.length === 0 ? '' : this.#textOf(file);
    const isAuthors = isOwn(this.#folder, file);
    return found.flatMap((reached) => {
      const fault = faultOf(view, reached, isAuthors);
      return fault ? [diagnoseView(nameInPlugin(this.#folder, file), text, { ...reached, ...fault })] : [];
    });
  }
}

/** A file of JSON is read as a script whose default export it is; a constant of another file is reported at its use. */
function isJson(file: string): boolean {
  return file.endsWith('.json');
}

type Fault = Pick<Parameters<typeof diagnoseView>[2], 'code' | 'message' | 'fix' | 'severity'>;

function faultOf(view: ViewDeclaration, reached: ReachedAddress, isAuthors: boolean): Fault | undefined {
  if (reached.isLeft) return faultOfLeaving(reached, isAuthors);
  return isRemote(reached.address) ? faultOfHost(view, reached, isAuthors) : faultOfPath(reached, isAuthors);
}

function faultOfHost(
  { uri, ui }: ViewDeclaration,
  { address, list }: ReachedAddress,
  isAuthors: boolean,
): Fault | undefined {
  const url = parseAddress(address);
  if (!url) return undefined;
  const origin = originOf(url);
  if (!list) {
    const isDeclared = Object.values(ui.csp ?? {}).some((hosts) => allowsHost(hosts ?? [], url));
    const message = `"${origin}" is in no list of the csp of "${uri}"; if the view reaches it, hosts block it`;
    const fix = `If the view reaches it, add "${origin}" to \`csp.connectDomains\` of its @View.`;
    return isDeclared ? undefined : { code: 'SIGIL140', severity: 'note', message, fix };
  }
  if (allowsHost(ui.csp?.[list] ?? [], url)) return undefined;
  return {
    code: 'SIGIL140',
    message: `the view "${uri}" reaches "${origin}", which its csp does not declare`,
    fix: `Add "${origin}" to \`csp.${list}\` of its @View, or do not reach it: hosts of views block it.`,
    ...(!isAuthors && { severity: 'note' }),
  };
}

/** The policy of every host keeps the frame of a view from loading another page, and its sandbox from opening one. */
function faultOfLeaving({ address }: ReachedAddress, isAuthors: boolean): Fault | undefined {
  if (!isAuthors) return undefined;
  return {
    code: 'SIGIL145',
    severity: 'warning',
    message: `"${address}" is not opened: hosts do not let a view leave for another page`,
    fix: 'Ask the host with `view.openLink(…)`, or write a link (`<a href>`).',
  };
}

/** A view has no address of its own, so that a path leads nowhere. */
function faultOfPath({ address, list }: ReachedAddress, isAuthors: boolean): Fault | undefined {
  if (!list || !isAuthors || !/^\.{0,2}\/[^/]/.test(address)) return undefined;
  return {
    code: 'SIGIL145',
    severity: 'warning',
    message: `"${address}" leads nowhere: a view has no server of its own`,
    fix:
      list === 'connectDomains'
        ? 'Call a tool or read a resource of the server instead.'
        : 'Import the file, and write the name of the import here.',
  };
}

function parseAddress(address: string): URL | undefined {
  try {
    return new URL(address.trim().startsWith('//') ? `https:${address.trim()}` : address.trim());
  } catch {
    // It is no address that a browser would reach.
    return undefined;
  }
}
