/**
 * Hands the state that a plugin's parts declare from the serving generation to the next one.
 *
 * Knows nothing of swaps. If the handover fails, the next generation keeps the state that it was constructed with.
 */
import { PluginError, partsOf, type Manifest } from '@sigil/core/building';
import type { CarryFailure } from '@sigil/core/catalog';
import type { PluginLink } from '../links/plugin-link.js';
import type { HostLimits } from './host-limits.js';
import { withinTime } from './time-limit.js';

/** The parts that took over the earlier generation's state, and the failures of the others. */
export interface CarriedOver {
  readonly parts: readonly string[];
  readonly failures: readonly CarryFailure[];
}

/**
 * Never rejects.
 *
 * @param manifest of the next build
 * @returns `undefined` when the next build carries nothing, or the earlier one had nothing to carry
 */
export async function carryOver(
  from: Pick<PluginLink, 'carryOut'>,
  to: Pick<PluginLink, 'carryIn'>,
  manifest: Manifest,
  limits: Pick<HostLimits, 'carryTimeoutMs' | 'maxCarryLength'>,
): Promise<CarriedOver | undefined> {
  const parts = partsOf(manifest).flatMap(({ name, carry }) => (carry ? [name] : []));
  if (parts.length === 0) return undefined;
  const { carryTimeoutMs: limitMs, maxCarryLength } = limits;
  const error = (): Error => {
    const took = `handing over its state took longer than ${limitMs} ms (limit carryTimeoutMs)`;
    return new PluginError('timed-out', `plugin "${manifest.plugin.name}": ${took}`);
  };
  try {
    // Late state must not overwrite the changes of later calls.
    let isLate = false;
    const handOver = async (): Promise<CarriedOver | undefined> => {
      const state = await from.carryOut(maxCarryLength);
      const carried = parts.filter((part) => Object.hasOwn(state, part));
      if (carried.length === 0 || isLate) return undefined;
      const failures = await to.carryIn(state);
      return { parts: carried.filter((part) => failures.every((failure) => failure.part !== part)), failures };
    };
    return await withinTime(handOver(), { limitMs, error }).finally(() => (isLate = true));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it failed';
    return { parts: [], failures: parts.map((part) => ({ part, why })) };
  }
}
