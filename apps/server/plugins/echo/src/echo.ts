/**
 * The smallest complete plugin: one tool, one resource, and a little state between them.
 */
import { Resource, Tool } from '@sigil/core';

/** Repeats what it is told, and remembers the last of it. */
export class Echo {
  private last: string | undefined;

  /**
   * Repeat a message, unchanged.
   *
   * Good for checking that a connection works and that text survives the journey.
   *
   * @param message The text to send back; it is also what `echo://last` shows from now on @maxLength 100000
   * @returns The same text
   */
  @Tool({ title: 'Echo', readOnly: false, destructive: false, idempotent: true, openWorld: false })
  echo(message: string): string {
    this.last = message;
    return message;
  }

  /** The last message that was echoed. */
  @Resource('echo://last', { name: 'last-echo', title: 'Last echo' })
  lastEcho(): string {
    return this.last ?? 'Nothing has been echoed yet: call the tool "echo" first.';
  }
}
