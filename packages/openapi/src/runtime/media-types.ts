/**
 * Sorts media types by how their content is read and written: as JSON, as text or as bytes.
 */

/** `any` is a range such as `*\/*`, which promises nothing; `image/*` promises bytes. */
export type ContentKind = 'json' | 'text' | 'bytes' | 'any';

const textTypes =
  /^text\/|[+/](xml|yaml|x-yaml|csv)$|^application\/(javascript|ecmascript|graphql|sql|toml|x-www-form-urlencoded|jwt|jose|(x-)?(ndjson|jsonlines|json-seq|pem-file)|.*\+json-seq)$|^message\/http$/;

/** Returns the kind of a media type; its parameters have no influence. */
export function kindOfMediaType(mediaType: string): ContentKind {
  const essence = essenceOf(mediaType);
  if (/^(application|text)\/json$|\+json$/.test(essence)) return 'json';
  if (textTypes.test(essence)) return 'text';
  return essence === '' || essence === '*/*' || essence === 'application/*' ? 'any' : 'bytes';
}

/** Returns a media type in lower case without its parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
