/**
 * Writes `api.ts`: the API's servers and security, and the configuration of the plugin that follows from them.
 */
import type {
  ApiDescription,
  ParameterDescription,
  SecurityRequirement,
  SecurityScheme,
  ServerDescription,
} from '../../runtime/description.js';
import type { ReadScheme } from '../operations/operation-reading.js';
import { SourceModule } from './source-module.js';
import { commentLines, propertyName, quote, writeComment, writeValue } from './source-text.js';

interface WrittenApi {
  readonly className: string;
  readonly title: string;
  readonly path: string;
  readonly servers: readonly ServerDescription[] | undefined;
  readonly documentUrl: string | undefined;
  /** The schemes that the tools need. */
  readonly schemes: ReadonlyMap<string, ReadScheme>;
  readonly security: readonly SecurityRequirement[] | undefined;
  /** Credentials that operations declare as parameters, by the name of their scheme. */
  readonly credentials: ReadonlyMap<string, ParameterDescription>;
  /** Servers of single operations, whose variables are configuration too. */
  readonly otherServers: readonly ServerDescription[];
}

export function writeApi(api: WrittenApi): SourceModule {
  const module = new SourceModule(api.path, []);
  module.importValue('ApiClient', '@sigil/openapi/runtime');
  module.importType('ApiDescription', '@sigil/openapi/runtime');
  const schemes = schemesOf(api);
  const description: ApiDescription = {
    name: api.title,
    ...(api.servers && { servers: api.servers }),
    ...(api.documentUrl !== undefined && { documentUrl: api.documentUrl }),
    ...(schemes.size > 0 && {
      securitySchemes: Object.fromEntries([...schemes].map(([name, { scheme }]) => [name, scheme])),
    }),
    ...(api.security && { security: api.security }),
  };
  const members = Object.entries(description).map(([name, value]) => {
    const key = `${propertyName(name)}: `;
    return `  ${key}${writeValue(value, '  ', key.length)},\n`;
  });
  module.declarations.push(
    writeConfiguration(api, schemes),
    `const description: ApiDescription = {\n${members.join('')}};\n`,
    [
      writeComment([...commentLines(`Sends the requests of ${api.title.replace(/\s+/g, ' ').slice(0, 200)}.`)]),
      `export class ${api.className} extends ApiClient {\n`,
      '  constructor(configuration: Configuration) {\n    super(description, configuration);\n  }\n}\n',
    ].join(''),
  );
  return module;
}

/** Returns the schemes of the document, and those that operations declare as parameters. */
export function schemesOf({
  schemes,
  credentials,
}: Pick<WrittenApi, 'schemes' | 'credentials'>): ReadonlyMap<string, ReadScheme> {
  const declared = [...credentials].flatMap(([name, parameter]): [string, ReadScheme][] => {
    const { in: place } = parameter;
    return place === 'path' ? [] : [[name, { scheme: { type: 'apiKey', in: place, name: parameter.name } }]];
  });
  return new Map([...schemes, ...declared]);
}

function writeConfiguration(api: WrittenApi, schemes: ReadonlyMap<string, ReadScheme>): string {
  const variables = new Map(
    [...(api.servers ?? []), ...api.otherServers].flatMap(({ variables: found = {} }) => Object.entries(found)),
  );
  const lines = [
    '  /** Address of the API, in place of the one in the document. */\n  baseUrl?: string;\n',
    ...(variables.size === 0
      ? []
      : [
          '  /** Parts of the address. */\n  variables?: {\n',
          ...[...variables].map(([name, variable]) => {
            const type = variable.enum ? [...new Set(variable.enum)].map(quote).join(' | ') : 'string';
            return `    ${propertyName(name)}?: ${type};\n`;
          }),
          '  };\n',
        ]),
    ...writeCredentials(schemes),
  ];
  return `/** Settings of the plugin; the host checks them before it serves. */\nexport interface Configuration {\n${lines.join('')}}\n`;
}

function writeCredentials(schemes: ReadonlyMap<string, ReadScheme>): string[] {
  const usable = [...schemes].filter(([, { scheme }]) => scheme.type !== 'mutualTLS');
  if (usable.length === 0) return [];
  const members = usable.map(([name, { scheme, description }]) => {
    const text = [...commentLines((description ?? describeScheme(scheme)).slice(0, 500))];
    if (scheme.type !== 'http' || scheme.scheme !== 'basic')
      return `${writeComment([...text, '@secret'], '    ')}    ${propertyName(name)}?: string;\n`;
    const pair = '      username: string;\n      /** @secret */\n      password: string;\n';
    return `${writeComment(text, '    ')}    ${propertyName(name)}?: {\n${pair}    };\n`;
  });
  return [
    '  /** Credentials, by the names that the document gives them. */\n  credentials?: {\n',
    ...members,
    '  };\n',
  ];
}

function describeScheme(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return `Sent as the ${scheme.in} ${scheme.name}.`;
  if (scheme.type === 'http')
    return scheme.scheme === 'basic' ? 'User and password.' : `Token of the scheme ${scheme.scheme}.`;
  return 'Access token.';
}
