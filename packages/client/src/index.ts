export { ConnectionError, type ConnectionErrorOptions, type ConnectionFailure } from './errors/connection-error.js';
