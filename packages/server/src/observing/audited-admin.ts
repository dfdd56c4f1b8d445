/**
 * Writes down what is done at the admin address, before it is done.
 */
import type { Audit } from '@sigil/observe';
import type { AdminActions } from '../admin/open-admin.js';

/** @throws of each action, when the trail is strict and cannot be written */
export function auditedAdmin(actions: AdminActions, audit: Pick<Audit, 'note'> | undefined): AdminActions {
  if (!audit) return actions;
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
      audit.note({ event: 'rolled-back', plugin, manifest });
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
            setLevel(module, level);
            audit.note({ event: 'admin', action: 'log', module, level });
          },
        }
      : {}),
  };
}
