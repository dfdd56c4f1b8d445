/**
 * A moment as the tools report it, and the parser of a caller's input.
 *
 * Does not read the clock: callers pass the current time in.
 */
import { ToolError } from '@sigil/core';
import { Temporal } from 'temporal-polyfill';

/** A moment, seen from one time zone. */
export interface Moment {
  /** Wall clock and offset, for example `2026-03-29T10:30:00+02:00` */
  dateTime: string;
  /** Time zone the wall clock belongs to, for example `Europe/Berlin` */
  timeZone: string;
  /** Distance from UTC at this moment, for example `+02:00` */
  offset: string;
  /** Day of the week in English, for example `Sunday` */
  weekday: string;
  /** The same moment in UTC */
  instant: Date;
}

/**
 * What to do with a wall-clock time that clocks skip (spring) or show twice (autumn):
 *
 * - `compatible`: skipped times move forward, repeated times mean the first one, as most calendars do
 * - `earlier`, `later`: the earlier or the later of the two readings
 * - `reject`: answer with an error that names both readings
 */
export type Disambiguation = 'compatible' | 'earlier' | 'later' | 'reject';

/** Whether the wall clock named a moment by itself: `exact`, skipped by the clocks: `gap`, or shown twice: `overlap`. */
export type Resolution = 'exact' | 'gap' | 'overlap';

/** A written date and time, understood. */
export interface ReadDateTime {
  readonly moment: Temporal.ZonedDateTime;
  readonly resolution: Resolution;
}

/** The wall clock that a caller wrote, and how to read it. */
export interface WallClock {
  readonly dateTime: string;
  readonly timeZone: string;
  readonly disambiguation: Disambiguation;
}

/**
 * Reads `2026-03-29T10:30` in the zone given, or `2026-03-29T10:30Z` and `…+02:00` as the moments they are.
 *
 * @throws ToolError when it is no date and time, or when `reject` meets a time that is skipped or repeated
 */
export function readDateTime({ dateTime, timeZone, disambiguation }: WallClock): ReadDateTime {
  if (dateTime.includes('[')) throw notADateTime('zone names in brackets are not read here; give the zone by itself');
  if (hasOffset(dateTime)) return { moment: readInstant(dateTime).toZonedDateTimeISO(timeZone), resolution: 'exact' };

  const wallClock = readWallClock(dateTime);
  const earlier = resolve(wallClock, timeZone, 'earlier');
  const later = resolve(wallClock, timeZone, 'later');
  if (earlier.equals(later)) return { moment: earlier, resolution: 'exact' };

  const resolution = earlier.toPlainDateTime().equals(wallClock) ? 'overlap' : 'gap';
  if (disambiguation === 'reject') throw notOneMoment(resolution, earlier, later);
  return { moment: resolve(wallClock, timeZone, disambiguation), resolution };
}

/** Writes a moment the way every tool here reports it, to the second. */
export function describeMoment(moment: Temporal.ZonedDateTime): Moment {
  return {
    dateTime: moment.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    timeZone: moment.timeZoneId,
    offset: moment.offset,
    weekday: moment.toLocaleString('en', { weekday: 'long' }),
    instant: new Date(moment.epochMilliseconds),
  };
}

function hasOffset(dateTime: string): boolean {
  const time = dateTime.split(/[T ]/i)[1] ?? '';
  return /(z|[+-]\d{2}(:?\d{2})?)$/i.test(time);
}

function readInstant(dateTime: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(dateTime);
  } catch (cause) {
    throw notADateTime('the date, the time or the offset is not valid', cause);
  }
}

function readWallClock(dateTime: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(dateTime, { overflow: 'reject' });
  } catch (cause) {
    throw notADateTime('the date or the time is not valid', cause);
  }
}

function resolve(
  wallClock: Temporal.PlainDateTime,
  timeZone: string,
  disambiguation: Exclude<Disambiguation, 'reject'>,
): Temporal.ZonedDateTime {
  try {
    return wallClock.toZonedDateTime(timeZone, { disambiguation });
  } catch (cause) {
    throw notADateTime('the date is too far from the present', cause);
  }
}

function notADateTime(reason: string, cause?: unknown): ToolError {
  return new ToolError(`"dateTime" cannot be read: ${reason}`, {
    cause,
    suggestions: [
      'For a wall-clock time write 2026-03-29T10:30 or 2026-03-29T10:30:15',
      'For an exact moment add Z or an offset: 2026-03-29T10:30Z, 2026-03-29T10:30+02:00',
    ],
  });
}

function notOneMoment(
  resolution: Exclude<Resolution, 'exact'>,
  earlier: Temporal.ZonedDateTime,
  later: Temporal.ZonedDateTime,
): ToolError {
  const what = resolution === 'gap' ? 'is skipped when the clocks go forward' : 'happens twice when the clocks go back';
  return new ToolError(`this time ${what} in ${earlier.timeZoneId}`, {
    suggestions: [
      `disambiguation "earlier" means ${describeMoment(earlier).dateTime}`,
      `disambiguation "later" means ${describeMoment(later).dateTime}`,
    ],
  });
}
