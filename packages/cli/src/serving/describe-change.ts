/**
 * Summarises the changes of a new manifest: `tools +shout ~echo -old`.
 */
import type { Manifest } from '@sigil/core/building';

/** `+` added, `~` changed, `-` removed; `code` when only their implementation changed. */
export function describeChange(before: Manifest, after: Manifest): string {
  const parts = [
    describeKind('tools', byKey(before.tools, nameOf), byKey(after.tools, nameOf)),
    describeKind('resources', byKey(before.resources, uriOf), byKey(after.resources, uriOf)),
    describeKind('templates', byKey(before.resourceTemplates, templateOf), byKey(after.resourceTemplates, templateOf)),
    describeKind('prompts', byKey(before.prompts, nameOf), byKey(after.prompts, nameOf)),
    describeKind('skills', skillsOf(before), skillsOf(after)),
    describeKind('views', byKey(before.views?.entries ?? [], uriOf), byKey(after.views?.entries ?? [], uriOf)),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(', ');
  return before.code.cid === after.code.cid ? 'nothing changed' : 'code only';
}

type Definitions = ReadonlyMap<string, string>;

function describeKind(kind: string, before: Definitions, after: Definitions): string {
  const changes = [
    ...[...after.keys()].filter((name) => !before.has(name)).map((name) => `+${name}`),
    ...[...after].filter(([name, text]) => before.has(name) && before.get(name) !== text).map(([name]) => `~${name}`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `-${name}`),
  ];
  return changes.length === 0 ? '' : `${kind} ${changes.join(' ')}`;
}

/** Maps each key to its definition as text; equal definitions have equal text, as a manifest orders its members. */
function byKey<Definition>(definitions: readonly Definition[], keyOf: (it: Definition) => string): Definitions {
  return new Map(definitions.map((it) => [keyOf(it), JSON.stringify(it)]));
}

/** Maps the URI of each skill to its front matter and the digests of its files. */
function skillsOf({ skills }: Manifest): Definitions {
  const filesIn = (uri: string) =>
    skills?.files.filter((file) => file.uri.startsWith(uri.slice(0, uri.lastIndexOf('/'))));
  return new Map(
    (skills?.entries ?? []).map(({ uri, frontmatter }) => [
      frontmatter.name,
      JSON.stringify([uri, frontmatter, filesIn(uri)]),
    ]),
  );
}

const nameOf = ({ name }: { readonly name: string }): string => name;
const uriOf = ({ uri }: { readonly uri: string }): string => uri;
const templateOf = ({ uriTemplate }: { readonly uriTemplate: string }): string => uriTemplate;
