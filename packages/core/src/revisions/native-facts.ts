/**
 * The facts of the native view in the terms of a revision. The view is no revision, and its clients can be asked nothing.
 */
import type { Revision } from './revision.js';
import { revision20260728 as newest } from './revision-2026-07-28.js';

/** Wrong arguments are JSON-RPC errors, and what a client cannot do is a tool's error. */
export const nativeFacts: Revision = {
  ...newest,
  date: 'native',
  requests: new Set(),
  badArguments: 'protocol-error',
  asking: { ...newest.asking, by: 'request', elicitation: 'none' },
  tasks: { ...newest.tasks, by: 'nobody' },
};

/** Error code of a tool that failed. */
export const toolFailedCode = -32_000;
