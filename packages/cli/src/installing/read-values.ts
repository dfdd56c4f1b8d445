/**
 * Reads headers and variables from the command line, and refuses secrets that would be written into a file.
 */
import { variablesIn } from '@sigil/contracts/clients';
import { UsageError } from '../failures/command-error.js';

type Values = Readonly<Record<string, string>>;

const secretName = /^(?:proxy-)?authorization$|^cookie$|token|secret|password|passwd|credential|api[-_]?key|[-_]key$/i;

/** @param lines each as `Name: value` @throws UsageError, without showing the line */
export function readHeaderValues(lines: readonly string[], isPlainAllowed: boolean): Values {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^\s:]+):\s*(.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new UsageError('expected --header "Name: value"');
      refuseSecret({ name, value, shape: `--header '${name}: \${VARIABLE}'` }, isPlainAllowed);
      return [name, value];
    }),
  );
}

/** @param lines each as `NAME`, for the variable of that name, or as `NAME=value` @throws UsageError */
export function readVariables(lines: readonly string[], isPlainAllowed: boolean): Values {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=(.*))?$/s.exec(line) ?? [];
      if (name === undefined) throw new UsageError('expected --env NAME or --env NAME=value');
      if (value === undefined) return [name, `\${${name}}`];
      refuseSecret({ name, value, shape: `--env ${name}` }, isPlainAllowed);
      return [name, value];
    }),
  );
}

function refuseSecret(
  { name, value, shape }: { readonly name: string; readonly value: string; readonly shape: string },
  isPlainAllowed: boolean,
): void {
  if (isPlainAllowed || !secretName.test(name) || variablesIn(value).length > 0) return;
  throw new UsageError(
    `the value of "${name}" looks like a secret and would stand in the file: name a variable, as in ${shape}, ` +
      'or add --write-secrets',
  );
}
