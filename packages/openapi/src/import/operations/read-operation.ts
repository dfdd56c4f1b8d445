/**
 * Reads one operation: its parameters, its body, its answers and its credentials.
 */
import { partOf } from '../source/pointer.js';
import type { ListedOperation } from './list-operations.js';
import { type Body, LeftOut, type Operation } from './operation.js';
import type { OperationReading } from './operation-reading.js';
import { readAnswers } from './read-answer.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import { readRequirements, readServers } from './read-security.js';

/** Returns the operation; `undefined` for one that no tool can call, which is noted with the reason. */
export function readOperation(reading: OperationReading, listed: ListedOperation): Operation | undefined {
  try {
    return requireOperation(reading, listed);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    reading.notices.add('operation-left-out', listed.place, error.message);
    return undefined;
  }
}

function requireOperation(reading: OperationReading, listed: ListedOperation): Operation {
  const { method, path, value, place, tags, operationId } = listed;
  if (method === 'TRACE') throw new LeftOut('TRACE cannot be sent');
  if (value.callbacks !== undefined)
    reading.notices.add('webhooks-left-out', partOf(place, 'callbacks'), 'callbacks are requests to the client');
  const read = readParameters(reading, listed);
  const body = dropBodyOfGet(reading, listed, readBody(reading, listed, read));
  const security = readRequirements(reading, value.security, partOf(place, 'security'));
  const servers =
    reading.dialect === '2.0' ? undefined : (readServers(reading, value) ?? readServers(reading, listed.shared.value));
  return {
    method,
    path,
    place,
    tags,
    isDeprecated: value.deprecated === true,
    parameters: read.parameters,
    ...readAnswers(reading, listed),
    ...(operationId !== undefined && { operationId }),
    ...(typeof value.summary === 'string' && { summary: value.summary }),
    ...(typeof value.description === 'string' && { description: value.description }),
    ...(body && { body }),
    ...(security && { security }),
    ...(servers && servers.length > 0 && { servers }),
  };
}

function dropBodyOfGet(
  reading: OperationReading,
  { method }: ListedOperation,
  body: Body | undefined,
): Body | undefined {
  if (!body || (method !== 'GET' && method !== 'HEAD')) return body;
  if (body.isRequired) throw new LeftOut(`a ${method} request cannot have a body`);
  reading.notices.add('body-left-out', body.place, `a ${method} request cannot have a body`);
  return undefined;
}
