/**
 * The table of revisions, and how one is chosen from it.
 *
 * Spec: 2025-11-25 basic/lifecycle#version-negotiation, 2026-07-28 basic/versioning
 */
import type { Revision } from './revision.js';
import { revision20241105 } from './revision-2024-11-05.js';
import { revision20250326 } from './revision-2025-03-26.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';
import { revision20260728 } from './revision-2026-07-28.js';

/** Every served revision, oldest first. */
export const revisions: readonly Revision[] = [
  revision20241105,
  revision20250326,
  revision20250618,
  revision20251125,
  revision20260728,
];

/** The revision assumed for a message over HTTP that names none. Spec: 2025-11-25 basic/transports#protocol-version-header */
export const assumedHttpRevision: Revision = revision20250326;

const byDate = new Map(revisions.map((revision) => [revision.date, revision]));
/** The revision of a handshake whose offer is not served; it also applies before a handshake. */
export const latestLegacyRevision: Revision = revision20251125;

/** The revisions that an envelope can claim, by date; legacy ones cannot be claimed. */
export const modernRevisions: ReadonlyMap<string, Revision> = new Map(
  revisions.filter((row) => row.era === 'modern').map((row) => [row.date, row]),
);

/** The dates that modern clients may use in their envelope. */
export const modernDates: readonly string[] = [...modernRevisions.keys()];

const onlyModernRequests = new Set(
  [...revision20260728.requests].filter(
    (method) => !revisions.some((row) => row.era === 'legacy' && row.requests.has(method)),
  ),
);

/** Returns the row with exactly this date. */
export function findRevision(date: string): Revision | undefined {
  return byDate.get(date);
}

/** Returns the offered revision if it has a handshake, else the newest revision that has one. */
export function negotiateRevision(offered: string): Revision {
  const revision = byDate.get(offered);
  return revision?.era === 'legacy' ? revision : latestLegacyRevision;
}

/** Returns whether a version string, known or not, is of the modern era. Spec: 2026-07-28 basic/versioning */
export function namesModernEra(version: string): boolean {
  return version >= revision20260728.date;
}

/** Returns whether only the modern era has this request, so that one without an envelope is malformed rather than old. */
export function isOnlyModern(method: string): boolean {
  return onlyModernRequests.has(method);
}
