/**
 * The address of operators, and the scope of those who may use it.
 */

/** The resource that tokens for the address are issued for. */
export const adminPath = '/admin';

/** Scope of callers who may do everything at the admin address. */
export const adminScope = 'sigil:admin';
