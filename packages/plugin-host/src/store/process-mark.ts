/**
 * Tells one process from another that later got its number, so that what an ended one left behind is known for that.
 */
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isJsonObject } from '@sigil/core';

/** A process, once and for all. */
export interface ProcessMark {
  readonly pid: number;
  /** The machine, and where the system has that the name space of its process numbers: containers may share a name. */
  readonly host: string;
  /** Time at which it was started, in the system's own words; absent where the system does not say. */
  readonly started?: string;
}

/** The mark of this process. */
export async function ownMark(): Promise<ProcessMark> {
  return markOf(process.pid);
}

/** The mark of a process of this machine that runs. */
export async function markOf(pid: number): Promise<ProcessMark> {
  const started = await startOf(pid);
  return { pid, host: await ownHost(), ...(started === undefined ? {} : { started }) };
}

/** `elsewhere` is a process of another machine, or of another boot of one with the same name: nothing can be told of it here. */
export async function findProcess(mark: ProcessMark): Promise<'running' | 'ended' | 'elsewhere'> {
  if (mark.host !== (await ownHost())) return 'elsewhere';
  const boot = await ownBoot();
  if (boot !== undefined && mark.started !== undefined && !mark.started.startsWith(`${boot} `)) return 'elsewhere';
  if (!hasProcess(mark.pid)) return 'ended';
  const started = await startOf(mark.pid);
  const isAnother = mark.started !== undefined && started !== undefined && mark.started !== started;
  return isAnother ? 'ended' : 'running';
}

/** @returns undefined for what is no mark */
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
    // Somebody else's process may not be signalled, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function ownHost(): Promise<string> {
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
  return numbers === '' ? hostname() : `${hostname()} ${numbers}`;
}

/** The boot, and the clock ticks since then; only where the system has `/proc`. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), ownBoot()]);
    // The program's name, in parentheses, may hold anything; the start is the twentieth field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined || boot === undefined ? undefined : `${boot} ${ticks}`;
  } catch {
    // No such system, or no such process: the number alone has to do.
    return undefined;
  }
}

async function ownBoot(): Promise<string | undefined> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return boot?.trim();
}
