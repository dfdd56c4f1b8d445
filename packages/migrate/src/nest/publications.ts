/**
 * Finds the decorators by which MCP-Nest publishes methods.
 */
import type { MethodDeclaration } from 'ts-morph';
import { decoratorsOf, type UsedDecorator } from '../source/decorators.js';
import { mcpNest } from './nest-packages.js';

const publishing = new Set(['Tool', 'Resource', 'ResourceTemplate', 'Prompt']);

/** Returns the decorator by which a method is published; `undefined` for other methods. */
export function findPublication(method: MethodDeclaration): UsedDecorator | undefined {
  return decoratorsOf(method, mcpNest).find(({ name }) => publishing.has(name));
}
