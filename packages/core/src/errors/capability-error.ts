/**
 * The error of a tool whose client lacks capabilities, in revisions without a dedicated error.
 */
import type { JsonObject } from '../model/json.js';
import { ToolError } from './tool-error.js';

export class CapabilityError extends ToolError {
  constructor(
    message: string,
    /** In the shape of client capabilities. */
    readonly requiredCapabilities: JsonObject,
  ) {
    super(message);
  }
}
