/**
 * The colours, fonts and measures of the console under the names that MCP Apps standardize, so that a view can look like its page.
 *
 * Each colour has a value for light and one for dark, as in `style/base.css`; the view's `color-scheme` chooses.
 * Spec: ext-apps 2026-01-26 #theming
 */
import type { JsonObject } from '@sigil/core';

const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  'background-primary': ['#ffffff', '#17171f'],
  'background-secondary': ['#f4f4f8', '#1e1e29'],
  'background-tertiary': ['#e3e3ec', '#2b2b39'],
  'background-inverse': ['#1b1b26', '#ececf3'],
  'background-ghost': ['transparent', 'transparent'],
  'background-info': ['#eeecfd', '#242043'],
  'background-danger': ['#fdecea', '#3a1a18'],
  'background-success': ['#e4f5ec', '#14301f'],
  'background-warning': ['#fdf1dc', '#33260f'],
  'background-disabled': ['#f4f4f8', '#1e1e29'],
  'text-primary': ['#1b1b26', '#ececf3'],
  'text-secondary': ['#5b5b6c', '#a5a5b8'],
  'text-tertiary': ['#5b5b6c', '#a5a5b8'],
  'text-inverse': ['#ffffff', '#16142f'],
  'text-ghost': ['#5b5b6c', '#a5a5b8'],
  'text-info': ['#4b3fd6', '#a9a2ff'],
  'text-danger': ['#b3261e', '#ff9c94'],
  'text-success': ['#0d6e3f', '#6fd6a2'],
  'text-warning': ['#8a5300', '#f0b95c'],
  'text-disabled': ['#8b8b9c', '#77778a'],
  'border-primary': ['#8b8b9c', '#77778a'],
  'border-secondary': ['#e3e3ec', '#2b2b39'],
  'border-tertiary': ['#e3e3ec', '#2b2b39'],
  'border-inverse': ['#1b1b26', '#ececf3'],
  'border-ghost': ['transparent', 'transparent'],
  'border-info': ['#4b3fd6', '#a9a2ff'],
  'border-danger': ['#b3261e', '#ff9c94'],
  'border-success': ['#0d6e3f', '#6fd6a2'],
  'border-warning': ['#8a5300', '#f0b95c'],
  'border-disabled': ['#e3e3ec', '#2b2b39'],
  'ring-primary': ['#4b3fd6', '#a9a2ff'],
  'ring-secondary': ['#8b8b9c', '#77778a'],
  'ring-inverse': ['#ffffff', '#16142f'],
  'ring-info': ['#4b3fd6', '#a9a2ff'],
  'ring-danger': ['#b3261e', '#ff9c94'],
  'ring-success': ['#0d6e3f', '#6fd6a2'],
  'ring-warning': ['#8a5300', '#f0b95c'],
};

const others: Readonly<Record<string, string>> = {
  '--font-sans': "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif",
  '--font-mono': "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '700',
  '--border-radius-xs': '4px',
  '--border-radius-sm': '6px',
  '--border-radius-md': '8px',
  '--border-radius-lg': '12px',
  '--border-radius-xl': '16px',
  '--border-radius-full': '9999px',
  '--border-width-regular': '1px',
  '--shadow-hairline': '0 0 0 1px rgb(20 20 40 / 8%)',
  '--shadow-sm': '0 1px 2px rgb(20 20 40 / 8%)',
  '--shadow-md': '0 2px 8px rgb(20 20 40 / 10%)',
  '--shadow-lg': '0 8px 24px rgb(20 20 40 / 14%)',
};

/** Sizes and line heights in rem. */
const texts: Readonly<Record<string, readonly [size: number, lineHeight: number]>> = {
  'text-xs': [0.75, 1.1],
  'text-sm': [0.875, 1.3],
  'text-md': [1, 1.6],
  'text-lg': [1.125, 1.7],
  'heading-xs': [0.875, 1.3],
  'heading-sm': [1, 1.4],
  'heading-md': [1.125, 1.5],
  'heading-lg': [1.25, 1.6],
  'heading-xl': [1.5, 1.9],
  'heading-2xl': [1.875, 2.3],
  'heading-3xl': [2.25, 2.6],
};

export const styleVariables: JsonObject = {
  ...Object.fromEntries(
    Object.entries(colours).map(([name, [light, dark]]) => [`--color-${name}`, `light-dark(${light}, ${dark})`]),
  ),
  ...others,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([name, [size, lineHeight]]) => [
      [`--font-${name}-size`, `${size}rem`],
      [`--font-${name}-line-height`, `${lineHeight}rem`],
    ]),
  ),
};
