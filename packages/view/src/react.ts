/**
 * Views with React.
 */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHooks } from './hooks/create-hooks.js';
import { mountView, type MountOptions } from './hooks/mount-view.js';
import type { View } from './view.js';

export type { HostInUse, ToolInUse } from './hooks/create-hooks.js';
export type { MountOptions } from './hooks/mount-view.js';

let mounted: View | undefined;

/** The hooks of a component of a view. */
export const { useHost, useKeptState, useResult, useTool } = createHooks(
  { useCallback, useEffect, useRef, useState },
  () => mounted,
);

/** Connects the page to its host, and renders the element. If there is no host, the page says so. */
export function mount(element: ReactNode, options: MountOptions = {}): void {
  void mountView(options, (root, view) => {
    mounted = view;
    createRoot(root).render(element);
  });
}
