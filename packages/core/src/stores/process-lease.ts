/**
 * The lease by which a process tells the others that it is there. Its holder is the address of the process's mailbox.
 */
import type { Leases } from './leases.js';

/** Renews the lease of a process. @returns false where something else has its name */
export function holdProcess(leases: Leases, process: string, ms: number): Promise<boolean> {
  return leases.hold(nameOf(process), process, ms);
}

/** The process goes away: the others need not wait until its lease is over. */
export function releaseProcess(leases: Leases, process: string): Promise<void> {
  return leases.release(nameOf(process), process);
}

/** Tells whether a process still says that it is there. */
export async function isProcessThere(leases: Leases, process: string): Promise<boolean> {
  return (await leases.findHolder(nameOf(process))) !== undefined;
}

function nameOf(process: string): string {
  return `process ${process}`;
}
