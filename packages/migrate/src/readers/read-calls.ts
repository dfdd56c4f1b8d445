/**
 * Reads the calls that register tools, resources and prompts at a server of the official SDK or of FastMCP.
 */
import type { CallExpression } from 'ts-morph';
import type { Component } from '../model.js';
import type { CallReading } from './call-reading.js';
import { readFastPrompt, readFastResource, readFastTool } from './read-fastmcp.js';
import { readPrompt } from './sdk-prompts.js';
import { readResource } from './sdk-resources.js';
import { readOverloadedTool, readRegisteredTool } from './sdk-tools.js';

/** The methods that register something. */
export const registering = new Set([
  'tool',
  'registerTool',
  'prompt',
  'registerPrompt',
  'resource',
  'registerResource',
  'addTool',
  'addPrompt',
  'addResource',
  'addResourceTemplate',
]);

/** Reads one call. @throws Untranslated for one whose parts depend on a run */
export function readCall(reading: CallReading, call: CallExpression, method: string): Component {
  const given = call.getArguments();
  switch (method) {
    case 'registerTool':
      return readRegisteredTool(reading, call, given);
    case 'tool':
      return readOverloadedTool(reading, call, given);
    case 'registerPrompt':
    case 'prompt':
      return readPrompt(reading, call, given);
    case 'registerResource':
    case 'resource':
      return readResource(reading, call, given);
    case 'addTool':
      return readFastTool(reading, call);
    case 'addPrompt':
      return readFastPrompt(call);
    default:
      return readFastResource(call, method);
  }
}
