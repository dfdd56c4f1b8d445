/**
 * Lists the existing time zones, and suggests names for unknown ones.
 */
import { nearestNames, ToolError } from '@sigil/core';
import { Temporal } from 'temporal-polyfill';

/** A time zone and how far it is from UTC at the moment. */
export interface TimeZone {
  /** Name to pass to the other tools, for example `Asia/Kolkata` */
  name: string;
  /** Distance from UTC right now, for example `+05:30` */
  offset: string;
}

/**
 * Reads a zone: an IANA name in any letter case, `UTC`, or an offset such as `+05:30`.
 *
 * @returns the name in its usual spelling
 * @throws ToolError with the nearest names
 */
export function readTimeZone(name: string): string {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (cause) {
    throw unknownTimeZone(name, cause);
  }
}

/** The zones whose names contain every word of `search`, with their offsets at `now`, in the order of the alphabet. */
export function findTimeZones(search: string, now: Temporal.Instant): TimeZone[] {
  const words = search.toLowerCase().split(/[\s_/]+/);
  return zoneNames()
    .filter((name) => words.every((word) => name.toLowerCase().includes(word)))
    .map((name) => ({ name, offset: now.toZonedDateTimeISO(name).offset }));
}

function zoneNames(): string[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...names].sort();
}

function unknownTimeZone(name: string, cause: unknown): ToolError {
  const suggestions = nearestNames(name, candidates()).map((near) => `Did you mean "${zoneCalled(near)}"?`);
  return new ToolError(`there is no time zone "${name}"`, {
    cause,
    suggestions: [...suggestions, 'Use an IANA name such as "Europe/Berlin", "UTC", or an offset such as "+02:00"'],
  });
}

/** Full names, and bare cities, because people write "Tokio" as often as "Asia/Tokio". */
function candidates(): string[] {
  return zoneNames().flatMap((name) => (name.includes('/') ? [name, cityOf(name)] : [name]));
}

function cityOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function zoneCalled(nameOrCity: string): string {
  return zoneNames().find((name) => name === nameOrCity || cityOf(name) === nameOrCity) ?? nameOrCity;
}
