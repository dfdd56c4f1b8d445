/**
 * The facts of the native view in the terms of a revision. The view is not a revision, and its clients cannot be asked anything.
 */
import type { Revision } from './revision.js';
import { revision20260728 as newest } from './revision-2026-07-28.js';

/** Wrong arguments are JSON-RPC errors; a missing client capability is a tool's error. */
export const nativeFacts: Revision = {
  ...newest,
  date: 'native',
  requests: new Set(),
  badArguments: 'protocol-error',
  asking: { ...newest.asking, by: 'request', elicitation: 'none' },
  tasks: { ...newest.tasks, by: 'nobody' },
};

/** Error code of a failed tool. */
export const toolFailedCode = -32_000;
