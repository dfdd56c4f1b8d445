/**
 * The formats of zod's texts as tags. A pattern accompanies a format that builds check more loosely than zod.
 */

/** The tags of a format, and how zod and a build differ on it. */
export interface ZodFormat {
  readonly format?: string;
  readonly pattern?: string;
  readonly differs?: string;
}

const email = String.raw`^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*(?<!')@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$`;
const uuid4 = (version: string): string =>
  `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`;
const uuid = String.raw`^(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$`;

const common: Readonly<Record<string, ZodFormat>> = {
  email: { format: 'email', pattern: email },
  guid: { format: 'uuid' },
  date: { format: 'date' },
  nanoid: { pattern: '^[a-zA-Z0-9_-]{21}$' },
  cuid2: { pattern: '^[0-9a-z]+$' },
  ipv4: { format: 'ipv4' },
  ipv6: { format: 'ipv6', differs: 'IPv6 addresses in rare spellings are accepted by one and refused by the other' },
  url: {
    format: 'uri',
    differs:
      'zod accepts what `new URL()` accepts, and the format "uri" what RFC 3986 allows, without blanks and letters of other scripts',
  },
};

const ofVersion: Readonly<Record<3 | 4, Readonly<Record<string, ZodFormat>>>> = {
  3: {
    uuid: { format: 'uuid' },
    cuid: { pattern: String.raw`^[cC][^\s-]{8,}$` },
    ulid: { pattern: '^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$' },
  },
  4: {
    uuid: { format: 'uuid', pattern: uuid },
    uuidv4: { format: 'uuid', pattern: uuid4('4') },
    uuidv6: { format: 'uuid', pattern: uuid4('6') },
    uuidv7: { format: 'uuid', pattern: uuid4('7') },
    cuid: { pattern: '^[cC][0-9a-z]{6,}$' },
    ulid: { pattern: '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$' },
    xid: { pattern: '^[0-9a-vA-V]{20}$' },
    ksuid: { pattern: '^[A-Za-z0-9]{27}$' },
    e164: { pattern: String.raw`^\+[1-9]\d{6,14}$` },
    hex: { pattern: '^[0-9a-fA-F]*$' },
    lowercase: { pattern: '^[^A-Z]*$' },
    uppercase: { pattern: '^[^a-z]*$' },
  },
};

/** Returns the tags of a format; `undefined` for one that only zod can check. */
export function findFormat(name: string, version: 3 | 4): ZodFormat | undefined {
  const own = ofVersion[version];
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(common, name) ? common[name] : undefined;
}

/** Returns the tags of `datetime(options)`; `undefined` for options that only zod can check. */
export function dateTimeFormat(options: unknown, version: 3 | 4): ZodFormat | undefined {
  const given = typeof options === 'object' && options !== null ? options : {};
  const isSet = (name: string): boolean => Reflect.get(given, name) === true;
  if (Object.keys(given).some((name) => name !== 'offset' && name !== 'message') || version === 3) return undefined;
  const zone = isSet('offset') ? String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)` : 'Z';
  return { format: 'date-time', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?${zone}$` };
}
