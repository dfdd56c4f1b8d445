/**
 * Reads the views that classes declare with `@View`.
 *
 * Spec: ext-apps 2026-01-26
 */
import type { JsonObject, JsonValue, ViewMetadata } from '@sigil/core';
import { encodeUri, isJsonObject, isView } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import type { ViewModel } from '../model/plugin-model.js';
import { findScopeFaults, type OptionFault, placeOfOption } from './check-options.js';
import { readClassScopes } from './component-names.js';
import { readArgument, readOptions, readScopes, textOption } from './marker-options.js';
import { findViewDecorators } from './markers.js';
import { classesIn } from './plugin-classes.js';
import { type ClassNode, classNodeOf } from './program/class-nodes.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf, positionOf } from './program/problems.js';
import type { Reading } from './program/reading.js';

/** A view and the place that declares it. */
export interface PlacedView {
  /** Absent where the address of the view cannot be read, which was reported. */
  readonly model?: ViewModel;
  readonly at: Place;
}

/** Reads the views of some classes. @param classScopes for views that declare none */
export function readViews(
  reading: Reading,
  classes: readonly ClassNode[],
  classScopes: readonly string[] | undefined,
): PlacedView[] {
  return classes.flatMap((declaration) =>
    findViewDecorators(reading, declaration).map(({ compilerNode }) => ({
      at: placeOf(compilerNode),
      ...readView(reading, compilerNode, classScopes),
    })),
  );
}

/** Reads the views of the classes in a file that publish no methods. */
export function readOtherViews(
  reading: Reading,
  file: ts.SourceFile,
  published: ReadonlySet<ClassNode>,
): readonly PlacedView[] {
  return classesIn(file)
    .filter((declaration) => compiler.canHaveDecorators(declaration) && compiler.getDecorators(declaration))
    .map(classNodeOf)
    .filter((declaration) => !published.has(declaration) && findViewDecorators(reading, declaration).length > 0)
    .flatMap((declaration) => readViews(reading, [declaration], readClassScopes(reading, [declaration])));
}

function readView(
  reading: Reading,
  decorator: ts.Decorator,
  classScopes: readonly string[] | undefined,
): Pick<PlacedView, 'model'> {
  const { expression } = decorator;
  const [uriArgument, optionsArgument] = compiler.isCallExpression(expression) ? expression.arguments : [];
  const uri = uriArgument && readArgument(reading, uriArgument);
  const options = readOptions(reading, optionsArgument) ?? {};
  if (!uriArgument || typeof uri !== 'string') return {};

  const wrong = faultOfAddress(uri);
  if (wrong !== undefined) {
    const message = `the address ${JSON.stringify(uri)} of a view ${wrong}`;
    reading.problems.add({ code: 'SIGIL130', at: placeOf(uriArgument), message });
  }
  const faults = [...findHostFaults(options.csp), ...findScopeFaults(options.scopes)];
  for (const { path, says, fix } of faults) {
    const at = placeOfOption(optionsArgument ?? decorator, path);
    reading.problems.add({ code: 'SIGIL025', at, message: `view ${JSON.stringify(uri)}: ${says}`, fix });
  }
  const scopes = readScopes(options) ?? classScopes ?? [];
  return {
    model: {
      uri: encodeUri(uri),
      ...textOption(options, 'title'),
      ...textOption(options, 'description'),
      ui: readMetadata(options),
      ...(scopes.length > 0 && { scopes }),
      ...textOption(options, 'file'),
      place: positionOf(placeOf(decorator), reading.folder),
    },
  };
}

function faultOfAddress(uri: string): string | undefined {
  if (!isView({ uri })) return 'does not begin with "ui://"';
  if (/[\s{}?#]/.test(uri)) return 'has a space, a variable, a query or a fragment';
  return /^ui:\/\/[^/]+(?:\/[^/]+)*$/i.test(uri) && URL.canParse(uri)
    ? undefined
    : 'has an empty part, or no valid one';
}

/** Leaves out what declares nothing, such as an empty list of hosts. */
function readMetadata({ csp, permissions, prefersBorder, domain }: JsonObject): ViewMetadata {
  const hosts = Object.entries(isJsonObject(csp) ? csp : {}).filter(
    ([, list]) => Array.isArray(list) && list.length > 0,
  );
  const asked = Object.entries(isJsonObject(permissions) ? permissions : {});
  // Sound because the compiler has checked the decorator's argument against its declared type.
  return {
    ...(hosts.length > 0 && { csp: Object.fromEntries(hosts) }),
    ...(asked.length > 0 && { permissions: Object.fromEntries(asked) }),
    ...(prefersBorder !== undefined && { prefersBorder }),
    ...(domain !== undefined && { domain }),
  } as ViewMetadata;
}

const origin = /^(?:https?|wss?):\/\/(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/;

/** Returns faults in hosts: a host of MCP Apps writes them into a content security policy. */
function findHostFaults(csp: JsonValue | undefined): OptionFault[] {
  return Object.entries(isJsonObject(csp) ? csp : {}).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).flatMap((host: JsonValue, index): OptionFault[] => {
      if (typeof host !== 'string' || origin.test(host)) return [];
      const says = `${JSON.stringify(host)} is no origin that a policy can name`;
      return [{ path: ['csp', name, index], says, fix: describeOrigin(host) }];
    }),
  );
}

/** Proposes the origin of an address, or of a host without a scheme. */
function describeOrigin(host: string): string {
  const written = /^[a-z]+:\/\//i.test(host) ? host : `https://${host}`;
  const found = /^(?:https?|wss?):\/\/[^/?#\s]+/.exec(written)?.[0];
  return found !== undefined && origin.test(found)
    ? `Write "${found}".`
    : 'Write a scheme and a host, such as "https://api.example.com" or "https://*.example.com".';
}
