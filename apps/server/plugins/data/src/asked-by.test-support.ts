/**
 * The contexts of callers in tests.
 */
import type { Context } from '@sigil/core';
import type { Caller } from './visible-rows.js';

const local: Caller = { id: 'local', issuer: '', scopes: 'every', claims: {} };

/** The parts of a context that this plugin reads. */
export function askedBy(caller: Partial<Caller> = {}, signal = new AbortController().signal): Context {
  const context: Pick<Context, 'principal' | 'signal'> = { principal: { ...local, ...caller }, signal };
  return context as Context;
}
