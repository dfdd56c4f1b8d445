/**
 * Reads the store that replicas share: the key `store` of the configuration file.
 */
import type { JsonObject } from '@sigil/core';
import { oneOf, readMembers, text, wholeNumber } from './member-forms.js';
import { ConfigurationError } from './configuration-error.js';

/** The address of a store, and its limits; the store's defaults apply to absent members. */
export interface StoreSettings {
  readonly kind: 'redis';
  readonly url: string;
  readonly prefix?: string;
  readonly commandTimeoutMs?: number;
  readonly processLeaseMs?: number;
  readonly maxEventsPerStream?: number;
  readonly maxEventBytesPerStream?: number;
  readonly eventLifetimeMs?: number;
  readonly contentTimeoutMs?: number;
  readonly maxContentBytes?: number;
}

const aDayMs = 86_400_000;
const gibibyte = 1024 ** 3;

/** The members of a store. */
export const storeForms = {
  kind: oneOf('redis'),
  url: text,
  prefix: text,
  commandTimeoutMs: wholeNumber(10, 60_000),
  processLeaseMs: wholeNumber(1_000, 600_000),
  maxEventsPerStream: wholeNumber(1, 1_000_000),
  maxEventBytesPerStream: wholeNumber(1, gibibyte),
  eventLifetimeMs: wholeNumber(1_000, aDayMs),
  contentTimeoutMs: wholeNumber(10, 600_000),
  maxContentBytes: wholeNumber(1, gibibyte / 2),
};

/**
 * @param given with its variables filled in
 * @param where names the file in messages
 * @throws ConfigurationError naming the member
 */
export function readStore(given: JsonObject, where: string): StoreSettings {
  const place = `"store" of ${where}`;
  const fail = (message: string): Error => new ConfigurationError(message);
  const { url: address } = given;
  if (typeof address === 'string' && address.trim() === '') throw fail(`${place}: "url" is empty`);
  const { kind, url, ...rest } = readMembers(given, storeForms, { where: place, fail });
  if (kind === undefined) throw fail(`${place}: "kind" must say which store it is: "redis"`);
  if (url === undefined) throw fail(`${place}: "url" must say where it is: "redis://host:6379"`);
  // The address may hold a password, so it is not repeated.
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url))
    throw fail(`${place}: "url" must be an address that begins with redis:// or rediss://`);
  return { kind, url, ...rest };
}
