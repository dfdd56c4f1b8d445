import { readConfiguration } from '@sigil/server';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addServingOptions } from './serving-options.js';

const takes = (take: () => unknown): boolean => {
  try {
    take();
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['dice.example.com', true],
  ['dice.example.com:8443', true],
  ['[::1]:3000', true],
  ['my_host', true],
  ['https://dice.example.com', false],
  ['dice.example.com/mcp', false],
  ['a, b', false],
  ['', false],
])('--allow-host "%s" is accepted: %s, as by the server', (host, isTaken) => {
  const command = addServingOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });

  expect(takes(() => command.parse(['--allow-host', host], { from: 'user' }))).toBe(isTaken);
  expect(takes(() => readConfiguration({ allowHost: [host] }, {}, '/plugins'))).toBe(isTaken);
});
