/**
 * Chooses the HTTP status for an answer of the engine.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, 2025-11-25 basic/transports#sending-messages-to-the-server
 */
import type { ErrorKind } from '@sigil/core';

/** Maps an error's kind to a status. */
export type StatusTable = (problem: ErrorKind) => number;

const modernStatuses: ReadonlyMap<ErrorKind, number> = new Map([
  ['parse-error', 400],
  ['invalid-request', 400],
  ['malformed-envelope', 400],
  ['header-mismatch', 400],
  ['unsupported-version', 400],
  ['missing-client-capability', 400],
  ['insufficient-scope', 403],
  ['method-not-found', 404],
]);

/** Statuses of the era without sessions. */
export const modernStatus: StatusTable = (problem) => modernStatuses.get(problem) ?? 200;

const legacyStatuses: ReadonlyMap<ErrorKind, number> = new Map([
  ['parse-error', 400],
  ['invalid-request', 400],
  ['insufficient-scope', 403],
]);

/** Statuses of the era with a handshake. */
export const legacyStatus: StatusTable = (problem) => legacyStatuses.get(problem) ?? 200;
