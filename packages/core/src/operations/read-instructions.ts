/**
 * Chooses the instructions that a server sends to models, and cuts them at the limit.
 *
 * Spec: 2025-11-25 basic/lifecycle#initialization, 2026-07-28 server/discover
 */
import type { Catalog } from '../catalog/catalog.js';
import { writeInstructions } from '../catalog/instructions.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** @returns the server's own instructions, else its catalog's; `undefined` if there are none */
export function readInstructions(server: OperationServer, catalog: Catalog): string | undefined {
  const { instructions = writeInstructions(catalog.instructions) } = server;
  const most = server.limits.maxInstructionsLength;
  return instructions === undefined || instructions.length <= most ? instructions : cut(instructions, most);
}

/** Cuts between paragraphs, if one fits. */
function cut(text: string, most: number): string {
  const notice = '\n\n… cut (limit maxInstructionsLength)';
  const kept = text.slice(0, Math.max(0, most - notice.length)).replace(/[\uD800-\uDBFF]$/, '');
  const end = kept.lastIndexOf('\n\n');
  return (end > 0 ? kept.slice(0, end) : kept) + notice;
}
