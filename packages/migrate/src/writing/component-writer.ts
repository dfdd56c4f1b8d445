/**
 * Writes components as decorated methods: their parameters from the shapes, their bodies from the old handlers.
 */
import type { Component } from '../model.js';
import type { ClassWriting } from './class-writing.js';
import { writePrompt } from './prompt-method.js';
import { writeResource } from './resource-method.js';
import { writeTool } from './tool-method.js';

/** Writes the decorated method of a component, with methods that it needs. @throws Untranslated */
export function writeComponent(writing: ClassWriting, component: Component): string {
  if (component.kind === 'tool') return writeTool(writing, component);
  return component.kind === 'resource' ? writeResource(writing, component) : writePrompt(writing, component);
}
