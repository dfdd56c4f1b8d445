/**
 * Publishes what statements register, and reports what a registration does besides.
 */
import { type CallExpression, Node } from 'ts-morph';
import type { Migration } from './migration.js';
import { readCall } from '../readers/read-calls.js';
import { functionBehind } from '../readers/server-values.js';
import { isRepeated, nameIn } from '../readers/registration-calls.js';
import type { ServerUses } from '../readers/server-uses.js';
import type { ClassMembers } from './class-members.js';
import type { OldCode } from './old-code.js';

/** The registrations of one file. */
export class Registrations {
  constructor(
    private readonly migration: Migration,
    private readonly uses: ServerUses,
    private readonly members: ClassMembers,
    private readonly oldCode: OldCode,
  ) {}

  /** Publishes a registration, or returns a comment with its code. */
  publish(call: CallExpression, statement: Node): string {
    const called = call.getExpression();
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : '';
    const loop = call.getAncestors().find((one) => isRepeated(one, statement));
    if (loop)
      return this.oldCode.leave(statement, 'loop', 'components that a loop registers are not known before a run');
    try {
      const low = method === 'setRequestHandler' ? this.migration.lowLevel(call, this.members.writing) : undefined;
      if (method === 'setRequestHandler') {
        if (!low)
          return this.oldCode.leave(
            statement,
            'setRequestHandler',
            'the handler of this request has no equivalent here',
          );
        this.members.writing.declarations.push(...low.declarations);
        for (const component of low.components) this.members.publish(component);
        return '';
      }
      const component = readCall(this.members.reading, call, method);
      this.members.publish(component);
      return '';
    } catch (error) {
      return this.oldCode.leaveFor(error, statement, nameIn(call).name);
    }
  }

  /** Reports what only one of two branches registers, also through set-up functions. */
  reportBranches(branches: readonly Node[], condition: string): void {
    const [then, other] = branches.map((branch) => this.#registeredIn(branch));
    const calls = [...(then ?? []), ...(other ?? [])];
    for (const call of calls)
      if (!(then?.has(call) === true && other?.has(call) === true)) this.reportCondition(call, condition);
  }

  #registeredIn(node: Node, seen = new Set<Node>()): ReadonlySet<CallExpression> {
    const found = new Set<CallExpression>();
    for (const call of [node, ...node.getDescendants()]) {
      if (!Node.isCallExpression(call)) continue;
      if (this.uses.registrationIn(call) === call) found.add(call);
      const fn = functionBehind(call.getExpression());
      const body = fn?.getBody();
      if (!fn || !body || seen.has(fn) || !this.uses.isSetUp(fn)) continue;
      seen.add(fn);
      for (const inner of this.#registeredIn(body, seen)) found.add(inner);
    }
    return found;
  }

  /** Reports that a component was registered under a condition. */
  reportCondition(call: CallExpression, condition: string): void {
    this.migration.report(call, {
      message: `it was registered only if \`${condition.replace(/\s+/g, ' ').slice(0, 80)}\`, and is always published now`,
      severity: 'warning',
      construct: 'if',
      ...nameIn(call),
    });
  }

  /** Reports a change of a component after its registration. */
  reportChange(call: Node): void {
    const called = Node.isCallExpression(call) ? call.getExpression() : call;
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : 'update';
    this.migration.report(call, {
      message: `${method}() of a registration is not applied: the component is always published as it was registered`,
      severity: 'warning',
      construct: method,
      ...this.uses.nameBehind(call),
    });
  }
}
