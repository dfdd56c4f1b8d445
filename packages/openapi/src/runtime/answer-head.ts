/**
 * Reads from an answer's head what a model needs for the next call: links, such as to the next page, and named headers.
 *
 * Spec: RFC 8288 section 3
 */

/** Returns the targets of a `Link` header by relation, as absolute URLs; `undefined` if it has none. */
export function readLinks(header: string | null, base: URL): ReadonlyMap<string, URL> {
  const links = new Map<string, URL>();
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    const pairs = [...parameters.matchAll(/;\s*([^\s;,="]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g)];
    const relation = pairs.find(([, name]) => name?.toLowerCase() === 'rel');
    if (!relation || !URL.canParse(target, base.href)) continue;
    // The first link of a relation counts.
    for (const name of (relation[2] ?? relation[3] ?? '').split(/\s+/).filter((it) => it !== '' && !links.has(it))) {
      links.set(name, new URL(target, base.href));
    }
  }
  return links;
}

/** Returns the headers that an answer has of those that a description names. */
export function readHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = name.toLowerCase() === 'link' ? null : headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
