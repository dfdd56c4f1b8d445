/**
 * The runs of the suite and their settings: one run for each set of requirements, and more for scenarios that no set scores.
 */

/** One run of the suite. */
export interface JudgeRun {
  readonly title: string;
  /** The arguments of the suite's `server` command besides the address. */
  readonly args: readonly string[];
}

/** A run as a client of one era. */
export interface EraRun extends JudgeRun {
  readonly era: 'legacy' | 'modern';
}

/** The set of requirements of each era, which is judged through the gateway too. */
export const requirementRuns: readonly EraRun[] = [
  { era: 'legacy', title: 'requirements 2025-11-25', args: ['--requirements', '2025-11-25'] },
  { era: 'modern', title: 'requirements 2026-07-28', args: ['--requirements', '2026-07-28'] },
];

const skillScenarios = ['directory', 'enumeration', 'manifest'].map((name) => `sep-2640-skills-${name}`);

/** The scenarios of skills in both eras, which no set of requirements has; they are judged through the gateway too. */
export const skillRuns: readonly EraRun[] = (
  [
    ['legacy', '2025-11-25'],
    ['modern', '2026-07-28'],
  ] as const
).flatMap(([era, date]) =>
  skillScenarios.map((scenario) => ({
    ...{ era, title: `${scenario} at ${date}` },
    args: ['--scenario', scenario, '--spec-version', date, '--force'],
  })),
);

/** Every run of `npm run conformance` without the gateway. `docs/reference/conformance.md` explains each. */
export const judgeRuns: readonly JudgeRun[] = [
  ...requirementRuns,
  ...skillRuns,
  { title: 'every scenario', args: ['--suite', 'all'] },
  { title: 'every scenario at 2025-03-26', args: ['--suite', 'all', '--spec-version', '2025-03-26'] },
  { title: 'every scenario at 2025-06-18', args: ['--suite', 'all', '--spec-version', '2025-06-18'] },
];

/** A run of scenarios that judge the gateway's upstream side as a client; the suite's server has that revision. */
export interface ClientRun {
  readonly title: string;
  readonly revision: string;
  readonly scenarios: readonly string[];
}

const discovery = ['metadata-default', 'metadata-var1', 'metadata-var2', 'metadata-var3', 'basic-cimd'];
const scopes = ['from-www-authenticate', 'from-scopes-supported', 'omitted-when-undefined', 'step-up', 'retry-limit'];
const tokenEndpoint = ['basic', 'post', 'none'].map((method) => `token-endpoint-auth-${method}`);
const newestSignIn = [...discovery, ...scopes.map((it) => `scope-${it}`), ...tokenEndpoint, 'pre-registration'];
const issuers = ['supported', 'not-advertised', 'supported-missing', 'wrong-issuer', 'unexpected', 'normalized'];

function signingIn(revision: string, names: readonly string[]): ClientRun {
  const scenarios = names.map((name) => `auth/${name}`);
  return { title: `as a client of ${revision} whose users sign in`, revision, scenarios };
}

/** Every scenario of a client, except for extensions that the gateway does not support. */
export const clientRuns: readonly ClientRun[] = [
  {
    title: 'as a client of 2025-11-25',
    revision: '2025-11-25',
    scenarios: [
      'initialize',
      'tools_call',
      'elicitation-sep1034-client-defaults',
      'sse-retry',
      'json-schema-2020-12-preservation',
    ],
  },
  {
    title: 'as a client of 2026-07-28',
    revision: '2026-07-28',
    scenarios: [
      'tools_call',
      'request-metadata',
      'sep-2322-client-request-state',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'json-schema-2020-12-preservation',
    ],
  },
  signingIn('2025-03-26', ['2025-03-26-oauth-metadata-backcompat', '2025-03-26-oauth-endpoint-fallback']),
  signingIn('2025-06-18', tokenEndpoint),
  signingIn('2025-11-25', newestSignIn),
  signingIn('2026-07-28', [
    ...newestSignIn,
    ...issuers.map((it) => `iss-${it}`),
    'resource-mismatch',
    'offline-access-scope',
    'offline-access-not-supported',
    'authorization-server-migration',
    'metadata-issuer-mismatch',
  ]),
  {
    title: 'as a client of 2026-07-28 with credentials of its own',
    revision: '2026-07-28',
    scenarios: ['auth/client-credentials-basic'],
  },
];

/** Returns the run of a single scenario. */
export function runOfScenario(scenario: string): JudgeRun {
  return { title: `scenario ${scenario}`, args: ['--scenario', scenario] };
}
