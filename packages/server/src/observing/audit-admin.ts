/**
 * Records actions at the admin address in the audit trail before they are done.
 */
import type { JsonObject } from '@sigil/core';
import type { Audit } from '@sigil/observe';
import { UnwrittenError, type AdminActions } from '../admin/admin-actions.js';

/** @throws UnwrittenError for each action when the trail is strict and cannot be written */
export function auditAdmin(actions: AdminActions, trail: Pick<Audit, 'note'> | undefined): AdminActions {
  if (!trail) return actions;
  const noteFirst = (event: JsonObject): void => noteIn(trail, { event: 'admin', ...event }, 'was not done');
  const { cancel } = actions;
  return {
    status: (collect) => actions.status(collect),
    levels: () => actions.levels(),
    async reload() {
      noteFirst({ action: 'reload' });
      await actions.reload();
    },
    async rollback(plugin, to) {
      noteFirst({ action: 'rollback', plugin, ...(to === undefined ? {} : { to }) });
      const manifest = await actions.rollback(plugin, to);
      noteIn(trail, { event: 'rolled-back', plugin, manifest }, 'was done');
      return manifest;
    },
    ...(cancel && {
      cancel(call: string) {
        noteFirst({ action: 'cancel', call });
        return cancel(call);
      },
    }),
    setLevel(module, level) {
      noteFirst({ action: 'log', module, level });
      actions.setLevel(module, level);
    },
  };
}

function noteIn(trail: Pick<Audit, 'note'>, event: JsonObject, outcome: string): void {
  try {
    trail.note(event);
  } catch (cause) {
    throw new UnwrittenError(`the audit trail cannot be written, and this ${outcome}`, { cause });
  }
}
