/**
 * Records actions at the admin address in the audit trail before they are done.
 */
import type { JsonObject } from '@sigil/core';
import type { Audit } from '@sigil/observe';
import { UnwrittenError, type AdminActions } from '../admin/open-admin.js';

/** @throws UnwrittenError for each action when the trail is strict and cannot be written */
export function auditedAdmin(actions: AdminActions, trail: Pick<Audit, 'note'> | undefined): AdminActions {
  if (!trail) return actions;
  const audit = { note: (event: JsonObject): void => noteIn(trail, event, 'was not done') };
  const { status, reload, rollback, cancel, setLevel } = actions;
  return {
    ...actions,
    status,
    reload: async () => {
      audit.note({ event: 'admin', action: 'reload' });
      await reload();
    },
    rollback: async (plugin, to) => {
      audit.note({ event: 'admin', action: 'rollback', plugin, ...(to === undefined ? {} : { to }) });
      const manifest = await rollback(plugin, to);
      noteIn(trail, { event: 'rolled-back', plugin, manifest }, 'was done');
      return manifest;
    },
    ...(cancel
      ? {
          cancel: (call) => {
            audit.note({ event: 'admin', action: 'cancel', call });
            return cancel(call);
          },
        }
      : {}),
    ...(setLevel
      ? {
          setLevel: (module, level) => {
            audit.note({ event: 'admin', action: 'log', module, level });
            setLevel(module, level);
          },
        }
      : {}),
  };
}

function noteIn(trail: Pick<Audit, 'note'>, event: JsonObject, outcome: string): void {
  try {
    trail.note(event);
  } catch (cause) {
    throw new UnwrittenError(`the audit trail cannot be written, and this ${outcome}`, { cause });
  }
}
