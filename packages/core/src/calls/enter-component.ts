/**
 * Tells a call which component it runs, before anything of that component's code does.
 */
import type { RunComponent } from '../catalog/catalog.js';
import type { Call } from './call.js';

/** @throws ToolError when an earlier round of the call ran steps in another build of it */
export function enterComponent(call: Call, component: RunComponent): void {
  call.context.component = component;
  call.refuseOtherBuild?.(component.build);
}
