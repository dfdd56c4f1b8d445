/**
 * Reads security schemes, their requirements, and servers.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type {
  SecurityRequirement,
  SecurityScheme,
  ServerDescription,
  ServerVariable,
} from '../../runtime/description.js';
import type { DocumentSet } from '../source/document-set.js';
import { partOf, type Place } from '../source/pointer.js';
import { LeftOut } from './operation.js';
import type { OperationReading, ReadScheme } from './operation-reading.js';
import { type Part, resolvePart } from './resolve-part.js';

/** Returns the schemes by name; one of an unknown type is left out, and so are requirements of it. */
export function readSchemes(reading: Omit<OperationReading, 'schemes'>): ReadonlyMap<string, ReadScheme> {
  const { root, dialect, documents } = reading;
  const components = isJsonObject(root.components) ? root.components : {};
  const declared = dialect === '2.0' ? root.securityDefinitions : components.securitySchemes;
  const place = { file: '', pointer: dialect === '2.0' ? '/securityDefinitions' : '/components/securitySchemes' };
  const entries = isJsonObject(declared) ? Object.entries(declared) : [];
  return new Map(
    entries.flatMap(([name, value]): [string, ReadScheme][] => {
      const part = findPart(documents, value, partOf(place, name));
      const scheme = part && readScheme(part.value);
      const description = part?.value.description;
      return scheme ? [[name, { scheme, ...(typeof description === 'string' && { description }) }]] : [];
    }),
  );
}

/** Returns `undefined` for a reference that leads nowhere. */
function findPart(documents: DocumentSet, value: JsonValue | undefined, place: Place): Part | undefined {
  try {
    return resolvePart(documents, value, place);
  } catch (error) {
    if (error instanceof LeftOut) return undefined;
    throw error;
  }
}

function readScheme(value: JsonObject): SecurityScheme | undefined {
  switch (value.type) {
    case 'apiKey': {
      const where = (['header', 'query', 'cookie'] as const).find((one) => one === value.in);
      return where && typeof value.name === 'string' ? { type: 'apiKey', in: where, name: value.name } : undefined;
    }
    case 'basic':
      return { type: 'http', scheme: 'basic' };
    case 'http':
      return typeof value.scheme === 'string' ? { type: 'http', scheme: value.scheme.toLowerCase() } : undefined;
    case 'oauth2':
    case 'openIdConnect':
    case 'mutualTLS':
      return { type: value.type };
    default:
      return undefined;
  }
}

/** Returns the alternatives, without schemes that cannot be configured; `undefined` if the value is no list. */
export function readRequirements(
  { notices, schemes }: Pick<OperationReading, 'notices' | 'schemes'>,
  value: JsonValue | undefined,
  place: Place,
): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isSent = (name: string): boolean => {
    const type = schemes.get(name)?.scheme.type;
    if (type !== undefined && type !== 'mutualTLS') return true;
    const why =
      type === undefined
        ? 'is no security scheme of the document'
        : 'is a certificate of the connection, which the tool does not present; let a proxy do it';
    notices.add('security-left-out', place, `${JSON.stringify(name)} ${why}`);
    return false;
  };
  const requirements = value.filter(isJsonObject);
  const isCertificate = (name: string): boolean => schemes.get(name)?.scheme.type === 'mutualTLS';
  const others = requirements.filter((requirement) => !Object.keys(requirement).some(isCertificate));
  return (others.length > 0 ? others : requirements).map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).flatMap(([name, scopes]) =>
        isSent(name) ? [[name, Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : []]] : [],
      ),
    ),
  );
}

/** Returns the servers of the document; version 2.0 writes one as scheme, host and base path. */
export function readServers(reading: OperationReading, value: JsonObject): readonly ServerDescription[] | undefined {
  if (reading.dialect === '2.0') return readServer2(value);
  if (!Array.isArray(value.servers)) return undefined;
  return value.servers.filter(isJsonObject).flatMap((server): ServerDescription[] => {
    if (typeof server.url !== 'string') return [];
    const variables = isJsonObject(server.variables)
      ? Object.entries(server.variables).filter(([, one]) => isJsonObject(one))
      : [];
    const read = Object.fromEntries(variables.map(([name, one]) => [name, readVariable(one)]));
    return [{ url: server.url, ...(variables.length > 0 && { variables: read }) }];
  });
}

function readVariable(value: JsonValue | undefined): ServerVariable {
  const variable = isJsonObject(value) ? value : {};
  const values = Array.isArray(variable.enum) ? variable.enum.map(String) : [];
  return { default: String(variable.default ?? values[0] ?? ''), ...(values.length > 0 && { enum: values }) };
}

function readServer2({ host, basePath, schemes }: JsonObject): readonly ServerDescription[] | undefined {
  const path = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : '';
  if (typeof host !== 'string') return path === '' ? undefined : [{ url: path }];
  const named = Array.isArray(schemes) ? schemes.filter((one) => one === 'http' || one === 'https') : [];
  const scheme = named.includes('https') || named.length === 0 ? 'https' : 'http';
  return [{ url: `${scheme}://${host}${path}` }];
}
