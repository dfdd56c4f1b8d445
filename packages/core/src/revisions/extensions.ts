/**
 * The extensions that this package supports, as both sides declare them in their capabilities.
 *
 * Spec: 2026-07-28 basic/versioning#extension-negotiation, ext-tasks draft/tasks
 */
import type { JsonObject } from '../model/json.js';

/** Lists that are not sent again: see `not-modified`. */
export const notModifiedExtension = 'dev.sigil/not-modified';

/** The id of the extension for calls that continue without their request. */
export const tasksExtensionId = 'io.modelcontextprotocol/tasks';

/** The capability that declares it. */
export const tasksExtension: JsonObject = { extensions: { [tasksExtensionId]: {} } };
