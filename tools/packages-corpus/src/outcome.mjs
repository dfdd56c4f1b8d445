/**
 * One plugin has an outcome in plain Node, and one behind each link.
 *
 * `refused` is an error of the build, `not loaded` one of starting the code, `failed` one of calling it, and `ended` means that its
 * process ended first.
 *
 * @typedef {{ kind: 'value' | 'refused' | 'not loaded' | 'failed' | 'ended', text: string }} Outcome
 */

/** The links that run each plugin, in this order. */
export const linkKinds = /** @type {const} */ (['inline', 'worker', 'process']);

/** @typedef {(typeof linkKinds)[number]} LinkKind */
