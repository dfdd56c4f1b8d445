/**
 * Distinguishes a process from a later one with the same id, so that leftovers of an ended process are recognized.
 */
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isJsonObject } from '@sigil/core';

/** The identity of a process. */
export interface ProcessMark {
  readonly pid: number;
  /** The machine, with the namespace of its process ids if the system has those, since containers may share a host name. */
  readonly host: string;
  /** Start time in the system's own format; absent if the system does not report it. */
  readonly started?: string;
}

/** Returns the mark of this process. */
export async function ownMark(): Promise<ProcessMark> {
  return markOf(process.pid);
}

/** Returns the mark of a running process on this machine. */
export async function markOf(pid: number): Promise<ProcessMark> {
  const started = await startOf(pid);
  return { pid, host: await ownHost(), ...(started === undefined ? {} : { started }) };
}

/** Finds whether a process still runs. `elsewhere` means another machine or another boot, whose processes cannot be checked here. */
export async function findProcess(mark: ProcessMark): Promise<'running' | 'ended' | 'elsewhere'> {
  if (mark.host !== (await ownHost())) return 'elsewhere';
  const boot = await ownBoot();
  if (boot !== undefined && mark.started !== undefined && !mark.started.startsWith(`${boot} `)) return 'elsewhere';
  if (!hasProcess(mark.pid)) return 'ended';
  const started = await startOf(mark.pid);
  const isAnother = mark.started !== undefined && started !== undefined && mark.started !== started;
  return isAnother ? 'ended' : 'running';
}

/** @returns `undefined` for an invalid mark */
export function readMark(raw: unknown): ProcessMark | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { pid, host, started } = raw;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof host !== 'string') return undefined;
  return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function ownHost(): Promise<string> {
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
  return numbers === '' ? hostname() : `${hostname()} ${numbers}`;
}

/** Returns the boot id and the clock ticks since the boot, on systems with `/proc`. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), ownBoot()]);
    // The program's name, in parentheses, may hold anything; the start time is the twentieth field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined || boot === undefined ? undefined : `${boot} ${ticks}`;
  } catch {
    // Without `/proc`, or without the process, only the id is known.
    return undefined;
  }
}

async function ownBoot(): Promise<string | undefined> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return boot?.trim();
}
