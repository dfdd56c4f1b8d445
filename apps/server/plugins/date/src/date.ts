/**
 * Publishes common questions about dates: the time elsewhere, a time in another zone, adding, measuring and formatting.
 *
 * The calculations are in the files beside it, which take the current time as an argument; only this class reads the clock.
 */
import { Tool, ToolError } from '@sigil/core';
import { Temporal } from 'temporal-polyfill';
import { addTo, measure, type Difference, type DifferenceUnit } from './calculate.js';
import { describeMoment, readDateTime, type Disambiguation, type Moment, type Resolution } from './moment.js';
import { findTimeZones, readTimeZone, type TimeZone } from './time-zones.js';

/** The same moment, seen from two zones. */
export interface Conversion {
  /** As it reads in the zone it was given in */
  from: Moment;
  /** As it reads in the zone asked for */
  to: Moment;
  /** Whether the time given was unambiguous (`exact`), skipped by the clocks (`gap`) or shown twice (`overlap`) */
  resolution: Resolution;
}

/** A time to convert. */
export interface ConvertRequest {
  /** Wall-clock time such as `2026-03-29T10:30`; with `Z` or an offset at its end it is an exact moment @maxLength 40 */
  dateTime: string;
  /** Zone that the wall-clock time belongs to, for example `Europe/Berlin` @maxLength 64 */
  from: string;
  /** Zone to convert it to, for example `Asia/Tokyo` @maxLength 64 */
  to: string;
  /** How to read a time that the clocks skip or show twice; the default `compatible` reads it as most calendars do */
  disambiguation?: Disambiguation;
}

/** A time and what to add to it; negative amounts subtract. */
export interface AddRequest {
  /** Wall-clock time such as `2026-03-29T10:30`; with `Z` or an offset at its end it is an exact moment @maxLength 40 */
  dateTime: string;
  /** Zone to count in, for example `Europe/Berlin` @maxLength 64 */
  timeZone?: string;
  /** Calendar years @integer @minimum -10000 @maximum 10000 */
  years?: number;
  /** Calendar months @integer @minimum -100000 @maximum 100000 */
  months?: number;
  /** Weeks of seven calendar days @integer @minimum -500000 @maximum 500000 */
  weeks?: number;
  /** Calendar days: the same wall-clock time on another date @integer @minimum -3000000 @maximum 3000000 */
  days?: number;
  /** Hours that really pass @integer @minimum -100000000 @maximum 100000000 */
  hours?: number;
  /** Minutes that really pass @integer @minimum -1000000000 @maximum 1000000000 */
  minutes?: number;
  /** Seconds that really pass @integer @minimum -1000000000 @maximum 1000000000 */
  seconds?: number;
  /** How to read a start time that the clocks skip or show twice; the default `compatible` reads it as most calendars do */
  disambiguation?: Disambiguation;
}

/** A moment and how to put it into words. */
export interface FormatRequest {
  /** The moment, with `Z` or an offset, for example `2026-03-29T08:30:00Z` */
  instant: Date;
  /** Zone to tell the time in @maxLength 64 */
  timeZone?: string;
  /** Language, and country where it matters, for example `en-GB`, `de`, `ja` @maxLength 64 */
  locale?: string;
  /** How much to write: `full` names the weekday and the zone, `short` is digits only */
  style?: 'full' | 'long' | 'medium' | 'short';
}

/** Dates, times and durations in any time zone. */
export class DateTools {
  /**
   * What time it is now.
   *
   * @param timeZone Zone to tell the time in: an IANA name such as `Europe/Berlin`, `UTC`, or an offset such as `+02:00` @maxLength 64
   */
  @Tool({ title: 'Current time', readOnly: true, openWorld: false })
  now(timeZone = 'UTC'): Moment {
    return describeMoment(Temporal.Now.instant().toZonedDateTimeISO(readTimeZone(timeZone)));
  }

  /**
   * Convert a time from one time zone to another.
   *
   * Clocks that go forward skip an hour, clocks that go back show one twice. `resolution` in the answer tells whether that
   * happened to the time given, and `disambiguation` chooses the reading.
   */
  @Tool({ title: 'Convert between time zones', readOnly: true, idempotent: true, openWorld: false })
  convert({ dateTime, from, to, disambiguation = 'compatible' }: ConvertRequest): Conversion {
    const target = readTimeZone(to);
    const { moment, resolution } = readDateTime({ dateTime, timeZone: readTimeZone(from), disambiguation });
    return {
      from: describeMoment(moment),
      to: describeMoment(moment.withTimeZone(target)),
      resolution,
    };
  }

  /**
   * Add years, months, days or hours to a time, or subtract them.
   *
   * Years to days move along the calendar and keep the wall-clock time, so "one day later" is 23 or 25 hours when the clocks
   * change. Hours to seconds are time that really passes. A day that the target month does not have becomes its last day.
   */
  @Tool({ title: 'Add to a time', readOnly: true, idempotent: true, openWorld: false })
  add({ dateTime, timeZone = 'UTC', disambiguation = 'compatible', ...amounts }: AddRequest): Moment {
    const { moment } = readDateTime({ dateTime, timeZone: readTimeZone(timeZone), disambiguation });
    return describeMoment(addTo(moment, amounts));
  }

  /**
   * How much time lies between two moments.
   *
   * @param start The first moment, with `Z` or an offset
   * @param end The second moment; earlier than the first gives a negative answer
   * @param unit Unit to measure in
   * @param timeZone Zone whose calendar counts; it matters from `days` up, where clock changes make days longer or shorter @maxLength 64
   */
  @Tool({ title: 'Time between', readOnly: true, idempotent: true, openWorld: false })
  difference(start: Date, end: Date, unit: DifferenceUnit = 'days', timeZone = 'UTC'): Difference {
    const zone = readTimeZone(timeZone);
    return measure(zonedFrom(start, zone), zonedFrom(end, zone), unit);
  }

  /**
   * Write a moment in a language, the way people there expect it.
   *
   * @returns For example `Sunday, 29 March 2026 at 10:30:00 CEST`
   */
  @Tool({ title: 'Format a time', readOnly: true, idempotent: true, openWorld: false })
  format({ instant, timeZone = 'UTC', locale = 'en', style = 'full' }: FormatRequest): string {
    const options = { dateStyle: style, timeStyle: style, timeZone: readTimeZone(timeZone) } as const;
    try {
      return new Intl.DateTimeFormat(locale, options).format(instant);
    } catch (cause) {
      throw new ToolError(`there is no locale "${locale}"`, {
        cause,
        suggestions: ['Use a language such as "de", or a language and a country such as "en-GB"'],
      });
    }
  }

  /**
   * Find time zones by name.
   *
   * @param search Words that the name must contain, for example `america new york`; all zones when empty @maxLength 64
   */
  @Tool({ title: 'Find time zones', readOnly: true, openWorld: false })
  timeZones(search = ''): TimeZone[] {
    return findTimeZones(search, Temporal.Now.instant());
  }
}

function zonedFrom(date: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);
}
