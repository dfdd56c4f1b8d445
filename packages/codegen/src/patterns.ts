/**
 * The judgement of patterns, for programs that write sources which the build must accept.
 */
export { findPatternLimit } from './patterns/pattern-limit.js';
