/**
 * The lease by which a process shows the others that it is alive. Its holder is the address of the process's mailbox.
 */
import type { Leases } from './leases.js';

/** Renews the lease of a process. @returns false where another holder has its name */
export function holdProcess(leases: Leases, process: string, ms: number): Promise<boolean> {
  return leases.hold(nameOf(process), process, ms);
}

/** Releases the lease of a process that is shutting down, so that the others need not wait for its expiry. */
export function releaseProcess(leases: Leases, process: string): Promise<void> {
  return leases.release(nameOf(process), process);
}

/** Returns whether a process still holds its lease. */
export async function isProcessThere(leases: Leases, process: string): Promise<boolean> {
  return (await leases.findHolder(nameOf(process))) !== undefined;
}

function nameOf(process: string): string {
  return `process ${process}`;
}
