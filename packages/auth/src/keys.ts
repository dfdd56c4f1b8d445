/**
 * The file of API keys, for the command that writes it.
 */
export { KeyFile, type StoredKey } from './keys/key-file.js';
export { KeyFileError } from './keys/key-file-error.js';
