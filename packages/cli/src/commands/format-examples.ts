/**
 * Formats the examples at the end of a command's help.
 */

/** Pairs of a command line and its purpose. */
export type Examples = readonly (readonly [command: string, purpose: string])[];

export function formatExamples(examples: Examples): string {
  const width = Math.max(...examples.map(([command]) => command.length));
  const lines = examples.map(([command, purpose]) => `  ${command.padEnd(width)}  ${purpose}`);
  return ['', 'Examples:', ...lines].join('\n');
}
