/**
 * Gives the page the host's theme, the values of its CSS variables and its fonts.
 *
 * Spec: MCP Apps 2026-01-26, theming
 */
import type { HostContext } from '../host.js';

/** Applies what the context has of them to the document; call it again after each change. */
export type StyleApplication = (context: HostContext) => void;

/** Opens the application of styles, which takes back variables that the host no longer gives. */
export function openStyles(root: HTMLElement): StyleApplication {
  let applied: readonly string[] = [];
  let fonts: HTMLStyleElement | undefined;
  return ({ theme, styles }) => {
    if (theme) {
      root.dataset['theme'] = theme;
      root.style.colorScheme = theme;
    }
    const variables = Object.entries(styles?.variables ?? {}).filter(([name]) => name.startsWith('--'));
    for (const name of applied) root.style.removeProperty(name);
    for (const [name, value] of variables) if (value !== undefined) root.style.setProperty(name, value);
    applied = variables.map(([name]) => name);

    const rules = styles?.css?.fonts ?? '';
    if (rules === (fonts?.textContent ?? '')) return;
    fonts ??= document.head.appendChild(document.createElement('style'));
    fonts.textContent = rules;
  };
}
