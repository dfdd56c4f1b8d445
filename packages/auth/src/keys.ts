/**
 * The file of API keys, for the command that writes it.
 */
export { KeyFile, KeyFileError, type NewKey, type StoredKey } from './keys/key-file.js';
