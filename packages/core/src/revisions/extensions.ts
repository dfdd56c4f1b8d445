/**
 * The extensions that this package takes part in, as both sides declare them among their capabilities.
 *
 * Spec: 2026-07-28 basic/versioning#extension-negotiation, ext-tasks draft/tasks
 */
import type { JsonObject } from '../model/json.js';

/** Calls that go on without their request. */
export const tasksExtension: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
