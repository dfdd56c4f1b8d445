/**
 * Code that stays in a comment, below the word that findings of this kind are searched by.
 */
import type { Node } from 'ts-morph';
import type { ReportFinding } from '../model.js';
import { nameIn } from '../readers/registration-calls.js';
import type { ServerUses } from '../readers/server-uses.js';
import { Untranslated } from '../untranslated.js';

/** Leaves code of one file in comments, and reports it. */
export class OldCode {
  constructor(
    private readonly uses: ServerUses,
    private readonly report: ReportFinding,
  ) {}

  /** Leaves a statement in a comment. */
  leave(statement: Node, construct: string, message: string): string {
    this.uses.markDeclared(statement);
    const said = `${message}; the old code is left in a comment`;
    const lost = construct === 'server' ? this.uses.registrationsIn(statement) : [];
    for (const call of lost) this.report(call, { message: said, severity: 'error', construct, ...nameIn(call) });
    if (lost.length === 0)
      this.report(statement, { message: said, severity: construct === 'server' ? 'warning' : 'error', construct });
    return commented(statement, message);
  }

  /** Leaves a statement that a reader or a writer refused. */
  leaveFor(error: unknown, statement: Node, name?: string): string {
    if (!(error instanceof Untranslated)) throw error;
    this.report(error.at, {
      message: `${error.message}; the old code is left in a comment`,
      severity: 'error',
      construct: error.construct,
      ...(name !== undefined && { name }),
    });
    return commented(statement, error.message);
  }
}

/** Old code in a comment, below the word that findings of this kind are searched by. */
export function commented(statement: Node, message: string): string {
  const text = statement
    .getText()
    .split('\n')
    .map((line) => `// ${line}`.trimEnd());
  return [`// sigil-migrate: ${message}`, ...text].join('\n');
}
