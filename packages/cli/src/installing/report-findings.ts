/**
 * Reports which of a server's tools its target clients will refuse, before it is installed.
 */
import { clientConfiguration, type ClientId } from '@sigil/contracts/clients';
import { checkTargets } from '@sigil/contracts/targets';
import type { Terminal } from '../terminal/terminal.js';
import type { ChosenServer } from './chosen-server.js';

const mostShown = 10;

/** Writes nothing when there is nothing to report. */
export function reportFindings(
  { tools, unchecked }: Pick<ChosenServer, 'tools' | 'unchecked'>,
  name: string,
  clients: readonly ClientId[],
  { err }: Terminal,
): void {
  if (tools === undefined) {
    err.line(`${err.paint.yellow('warning:')} its tools were not checked: ${unchecked ?? 'it was not asked'}`);
    return;
  }
  for (const client of clients) {
    const { title, target } = clientConfiguration(client);
    if (target === undefined) continue;
    const findings = checkTargets({ server: name, tools }, [target]).filter(({ severity }) => severity !== 'note');
    for (const { severity, message, fix } of findings.slice(0, mostShown)) {
      const painted =
        severity === 'error' ? err.paint.red(`${title} refuses:`) : err.paint.yellow(`${title} may misread:`);
      err.line(`${painted} ${message}\n  ${err.paint.dim(fix)}`);
    }
    const more = findings.length - mostShown;
    if (more > 0) err.line(err.paint.dim(`  and ${more} more; sigil check --target ${target} lists them`));
  }
}
