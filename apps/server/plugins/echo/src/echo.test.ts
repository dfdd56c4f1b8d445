import { describe, expect, test } from 'vitest';
import { Echo } from './echo.js';

describe('the tool "echo"', () => {
  test.each([
    ['plain text', 'hello'],
    ['nothing at all', ''],
    ['line breaks and tabs', 'one\r\n\ttwo\n'],
    ['text beyond the first plane', 'naïve 漢字 👩‍👩‍👧 \u0000'],
    ['what looks like JSON', '{"message":"<script>"}'],
  ])('returns %s unchanged', (_what, message) => {
    const echo = new Echo();

    expect(echo.echo(message)).toBe(message);
  });
});

describe('the resource with the last message', () => {
  test('tells the reader to call the tool first when nothing has been echoed', () => {
    expect(new Echo().lastEcho()).toBe('Nothing has been echoed yet: call the tool "echo" first.');
  });

  test('shows the last message only', () => {
    const echo = new Echo();

    echo.echo('first');
    echo.echo('second');

    expect(echo.lastEcho()).toBe('second');
  });

  test('shows an empty message as empty', () => {
    const echo = new Echo();

    echo.echo('');

    expect(echo.lastEcho()).toBe('');
  });

  test('shows no message of another instance', () => {
    const told = new Echo();
    const untold = new Echo();

    told.echo('for me only');

    expect(untold.lastEcho()).not.toContain('for me only');
  });
});
