import { isToolError, type ToolError } from '@sigil/core';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { DateTools } from './date.js';
import { findTimeZones, readTimeZone } from './time-zones.js';

const tools = new DateTools();

function refusalOf(call: () => unknown): ToolError {
  try {
    call();
  } catch (error) {
    if (isToolError(error)) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('now', () => {
  test('returns an instant between the start and the end of the call', () => {
    const before = Date.now();
    const { instant } = tools.now();

    expect(instant.getTime()).toBeGreaterThanOrEqual(before);
    expect(instant.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('returns the time in the requested zone', () => {
    const { timeZone, offset, dateTime } = tools.now('Asia/Kolkata');

    expect({ timeZone, offset }).toEqual({ timeZone: 'Asia/Kolkata', offset: '+05:30' });
    expect(dateTime).toMatch(/\+05:30$/);
  });
});

describe('convert', () => {
  test('changes the wall-clock time and keeps the instant', () => {
    const { from, to, resolution } = tools.convert({
      dateTime: '2026-07-01T09:00',
      from: 'Europe/Berlin',
      to: 'America/New_York',
    });

    expect(from.dateTime).toBe('2026-07-01T09:00:00+02:00');
    expect(to).toEqual({
      dateTime: '2026-07-01T03:00:00-04:00',
      timeZone: 'America/New_York',
      offset: '-04:00',
      weekday: 'Wednesday',
      instant: new Date('2026-07-01T07:00:00Z'),
    });
    expect(resolution).toBe('exact');
  });

  test('crosses the date line', () => {
    const { to } = tools.convert({ dateTime: '2026-01-01T01:00', from: 'Pacific/Kiritimati', to: 'Pacific/Pago_Pago' });

    expect(to.dateTime).toBe('2025-12-31T00:00:00-11:00');
  });

  test.each(['2026-07-01T09:00Z', '2026-07-01T11:00+02:00', '2026-07-01 04:00:00-0500'])(
    'an offset makes %s an exact instant, whatever "from" says',
    (dateTime) => {
      const { from } = tools.convert({ dateTime, from: 'Asia/Tokyo', to: 'UTC' });

      expect(from.dateTime).toBe('2026-07-01T18:00:00+09:00');
    },
  );

  describe('a time skipped in spring (02:30 in Berlin)', () => {
    const skipped = { dateTime: '2026-03-29T02:30', from: 'Europe/Berlin', to: 'UTC' };

    test.each([
      [undefined, '2026-03-29T03:30:00+02:00'],
      ['later', '2026-03-29T03:30:00+02:00'],
      ['earlier', '2026-03-29T01:30:00+01:00'],
    ] as const)('is resolved by disambiguation %s to %s', (disambiguation, expected) => {
      const { from, resolution } = tools.convert(disambiguation ? { ...skipped, disambiguation } : skipped);

      expect(from.dateTime).toBe(expected);
      expect(resolution).toBe('gap');
    });

    test('is rejected by disambiguation "reject" with both readings', () => {
      const refusal = refusalOf(() => tools.convert({ ...skipped, disambiguation: 'reject' }));

      expect(refusal.message).toBe('this time is skipped when the clocks go forward in Europe/Berlin');
      expect(refusal.suggestions).toEqual([
        'disambiguation "earlier" means 2026-03-29T01:30:00+01:00',
        'disambiguation "later" means 2026-03-29T03:30:00+02:00',
      ]);
    });
  });

  describe('a time repeated in autumn (01:30 in New York)', () => {
    const repeated = { dateTime: '2026-11-01T01:30', from: 'America/New_York', to: 'UTC' };

    test.each([
      ['compatible', '2026-11-01T05:30:00+00:00'],
      ['earlier', '2026-11-01T05:30:00+00:00'],
      ['later', '2026-11-01T06:30:00+00:00'],
    ] as const)('is resolved by disambiguation %s to %s', (disambiguation, expected) => {
      const { to, resolution } = tools.convert({ ...repeated, disambiguation });

      expect(to.dateTime).toBe(expected);
      expect(resolution).toBe('overlap');
    });

    test('is rejected by disambiguation "reject"', () => {
      const refusal = refusalOf(() => tools.convert({ ...repeated, disambiguation: 'reject' }));

      expect(refusal.message).toContain('happens twice');
    });
  });

  test.each([
    'tomorrow',
    '2026-02-30T10:00',
    '2026-13-01T10:00Z',
    '2026-07-01T25:00',
    '2026-07-01T09:00+99:00',
    '2026-07-01T09:00[Europe/Berlin]',
    '+999999-01-01T00:00',
    '',
  ])('rejects %j and suggests a valid format', (dateTime) => {
    const refusal = refusalOf(() => tools.convert({ dateTime, from: 'UTC', to: 'UTC' }));

    expect(refusal.message).toMatch(/^"dateTime" cannot be read/);
    expect(refusal.suggestions[0]).toContain('2026-03-29T10:30');
  });
});

describe('add', () => {
  const beforeTheChange = { dateTime: '2026-03-28T10:30', timeZone: 'Europe/Berlin' };

  test('keeps the wall-clock time when adding a day across a clock change', () => {
    expect(tools.add({ ...beforeTheChange, days: 1 }).dateTime).toBe('2026-03-29T10:30:00+02:00');
  });

  test('adds exactly 24 hours across a clock change', () => {
    expect(tools.add({ ...beforeTheChange, hours: 24 }).dateTime).toBe('2026-03-29T11:30:00+02:00');
  });

  test('moves a result that falls into the gap forward', () => {
    const { dateTime } = tools.add({ dateTime: '2026-03-28T02:30', timeZone: 'Europe/Berlin', days: 1 });

    expect(dateTime).toBe('2026-03-29T03:30:00+02:00');
  });

  test('uses the last day of the month when the day does not exist', () => {
    expect(tools.add({ dateTime: '2028-01-31T00:00', months: 1 }).dateTime).toBe('2028-02-29T00:00:00+00:00');
  });

  test('negative amounts subtract', () => {
    expect(tools.add({ dateTime: '2026-03-01T00:00', days: -1, hours: -1 }).dateTime).toBe('2026-02-27T23:00:00+00:00');
  });

  test('leaves the time unchanged when adding zero', () => {
    expect(tools.add({ dateTime: '2026-03-01T00:00', days: 0 }).dateTime).toBe('2026-03-01T00:00:00+00:00');
  });

  test('rejects mixed signs with a suggestion', () => {
    const refusal = refusalOf(() => tools.add({ dateTime: '2026-03-01T00:00', days: 1, hours: -1 }));

    expect(refusal.message).toBe('amounts must be all positive or all negative');
    expect(refusal.suggestions).toHaveLength(1);
  });

  test('rejects a result beyond the calendar', () => {
    const refusal = refusalOf(() => tools.add({ dateTime: '+275760-01-01T00:00', years: 10_000 }));

    expect(refusal.message).toBe('the result is too far from the present');
  });
});

describe('difference', () => {
  test('counts whole and partial units', () => {
    const difference = tools.difference(new Date('2026-01-01T00:00Z'), new Date('2026-01-02T12:00Z'));

    expect(difference).toEqual({ total: 1.5, unit: 'days', duration: 'P1DT12H' });
  });

  test('counts a day with a clock change as one day or 23 hours', () => {
    const start = new Date('2026-03-28T23:00Z');
    const end = new Date('2026-03-29T22:00Z');

    expect(tools.difference(start, end, 'days', 'Europe/Berlin').total).toBe(1);
    expect(tools.difference(start, end, 'hours', 'Europe/Berlin').total).toBe(23);
    expect(tools.difference(start, end, 'days', 'UTC').total).toBeCloseTo(23 / 24);
  });

  test('measures part of a month by the length of that month', () => {
    const difference = tools.difference(new Date('2026-01-01T00:00Z'), new Date('2026-02-15T00:00Z'), 'months');

    expect(difference).toEqual({ total: 1.5, unit: 'months', duration: 'P1M14D' });
  });

  test('is negative when the end comes first', () => {
    const difference = tools.difference(new Date('2026-03-01T00:00Z'), new Date('2025-03-01T00:00Z'), 'years');

    expect(difference).toEqual({ total: -1, unit: 'years', duration: '-P1Y' });
  });
});

describe('format', () => {
  const instant = new Date('2026-03-29T08:30:00Z');

  test('uses the requested language and zone', () => {
    const text = tools.format({ instant, timeZone: 'Europe/Berlin', locale: 'de', style: 'long' });

    expect(text).toContain('29. März 2026');
    expect(text).toContain('10:30:00');
  });

  test('defaults to English, UTC and the full style', () => {
    expect(tools.format({ instant })).toMatch(/^Sunday, March 29, 2026 at 8:30:00\sAM Coordinated Universal Time$/);
  });

  test('rejects an invalid locale', () => {
    const refusal = refusalOf(() => tools.format({ instant, locale: 'no_such!' }));

    expect(refusal.message).toBe('there is no locale "no_such!"');
  });
});

describe('time zones', () => {
  test('are found by words in any order and case', () => {
    const summer = Temporal.Instant.from('2026-07-01T00:00Z');

    expect(findTimeZones('york AMERICA', summer)).toEqual([{ name: 'America/New_York', offset: '-04:00' }]);
  });

  test('show the offset at the given instant', () => {
    const winter = Temporal.Instant.from('2026-01-01T00:00Z');

    expect(findTimeZones('Europe/Berlin', winter)).toEqual([{ name: 'Europe/Berlin', offset: '+01:00' }]);
  });

  test('are all listed without a search', () => {
    const names = tools.timeZones().map(({ name }) => name);

    expect(names.length).toBeGreaterThan(300);
    expect(names).toContain('UTC');
  });

  test('are an empty list when none matches', () => {
    expect(tools.timeZones('atlantis')).toEqual([]);
  });

  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['+05:30', '+05:30'],
  ])('%s is read as %s', (written, usual) => {
    expect(readTimeZone(written)).toBe(usual);
  });

  test.each([
    ['Europe/Lodnon', 'Europe/London'],
    ['Tokio', 'Asia/Tokyo'],
    ['New York', 'America/New_York'],
    ['Berlin', 'Europe/Berlin'],
  ])('%s is rejected with %s as a suggestion', (typo, meant) => {
    const refusal = refusalOf(() => tools.now(typo));

    expect(refusal.message).toBe(`there is no time zone "${typo}"`);
    expect(refusal.suggestions.join(' ')).toContain(`"${meant}"`);
  });

  test.each(['', '../../etc/passwd', '2026-01-01T00:00[Europe/Berlin]', '__proto__'])(
    '%j is rejected as unknown',
    (name) => {
      expect(refusalOf(() => tools.now(name)).suggestions.at(-1)).toContain('IANA');
    },
  );
});
