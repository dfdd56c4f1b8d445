/**
 * The addresses of resources that are taken in a composition, and the servers that have them.
 *
 * Addresses are not rewritten, except those of views: links in results, pages and models name them.
 */
import { normalizeTemplate, normalizeUri } from '@sigil/core/building';

/** A template, as it was written first, and the server that has it. */
interface Holder {
  readonly text: string;
  readonly server: string | undefined;
}

export class AddressRegister {
  readonly #uris = new Map<string, Holder>();
  /** By form: the names of variables do not matter for the addresses that a template matches. */
  readonly #templates = new Map<string, Holder>();

  /** @param onLeftOut called with the reason for each address that was taken before: both servers, and a remedy for the second one */
  constructor(private readonly onLeftOut: (why: string) => void) {}

  /** @param server absent for the composing server's own resource @returns whether the address was free */
  take(uri: string, server: string | undefined): boolean {
    return this.#take(this.#uris, normalizeUri(uri), { kind: 'resource', text: uri, server });
  }

  /**
   * Takes another address for a view, which only the tools of its own server name: `ui://dice/board` of the server "games" becomes
   * `ui://games/dice/board`.
   *
   * @returns `undefined` if that is taken too
   */
  takeOther(uri: string, server: string): string | undefined {
    const other = `ui://${server}/${uri.slice('ui://'.length)}`;
    if (this.#uris.has(normalizeUri(other))) return undefined;
    this.take(other, server);
    return other;
  }

  /** Returns whether no resource has the address yet. */
  isFree(uri: string): boolean {
    return !this.#uris.has(normalizeUri(uri));
  }

  /** @param server absent for the composing server's own template @returns whether no other template matches the same addresses */
  takeTemplate(uriTemplate: string, server: string | undefined): boolean {
    return this.#take(this.#templates, formOf(normalizeTemplate(uriTemplate)), {
      kind: 'resource template',
      text: uriTemplate,
      server,
    });
  }

  #take(taken: Map<string, Holder>, key: string, wanted: Holder & { readonly kind: string }): boolean {
    const holder = taken.get(key);
    if (holder === undefined) {
      taken.set(key, wanted);
      return true;
    }
    const { kind, text, server } = wanted;
    const same = holder.text === text ? 'has the same address' : `has "${holder.text}" for the same addresses`;
    const wayOut = server === undefined ? '' : `; it can be read at /mcp/${server}`;
    this.onLeftOut(
      `the ${kind} "${text}" of ${describeServer(server)} was left out: ${describeServer(holder.server)} ${same}${wayOut}`,
    );
    return false;
  }
}

/** Replaces the names of variables, except in forms that write them into the address: `{?name}`, `{&name}`, `{;name}`. */
function formOf(uriTemplate: string): string {
  return uriTemplate.replaceAll(/\{[+#./]?[A-Za-z_][^}]*\}/g, (part) => part.replaceAll(/[A-Za-z_][\w.%]*/g, 'x'));
}

/** Describes a server in a message for the operator. */
export function describeServer(server: string | undefined): string {
  return server === undefined ? 'this server itself' : `the server "${server}"`;
}
