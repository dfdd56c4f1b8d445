export { addCreateOptions } from './create-command.js';
export { CreateError } from './create-error.js';
export type { CreateTerminal } from './create-terminal.js';
