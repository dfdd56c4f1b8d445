/**
 * The rules on authorization and sessions.
 */
import { between, only, since, type Requirement } from './requirement.js';

const noAuthorizationServer =
  'binds an authorization server, or who fronts one: this server is neither, and points at one';

export const authorization: readonly Requirement[] = [
  {
    number: 210,
    revisions: since('2025-03-26'),
    text: 'Tokens are validated, and failures answered, as OAuth 2.1 says.',
    source: '2026-07-28 basic/authorization/index',
    binds: 'server',
  },
  {
    number: 211,
    revisions: since('2025-03-26'),
    text: 'Missing, invalid and expired authorization is answered 401.',
    source: '2026-07-28 basic/authorization/index',
    binds: 'server',
  },
  {
    number: 212,
    revisions: since('2025-03-26'),
    text: '401, 403 and 400 are used as the table says.',
    source: '2026-07-28 basic/authorization/index',
    binds: 'server',
  },
  {
    number: 213,
    revisions: only('2025-03-26'),
    text: 'Without metadata the default paths work; metadata lives at the root of the origin.',
    source: '2025-03-26 basic/authorization',
    binds: { not: noAuthorizationServer },
  },
  {
    number: 214,
    revisions: only('2025-03-26'),
    text: 'Authorization endpoints use HTTPS, and redirect URIs are validated.',
    source: '2025-03-26 basic/authorization',
    binds: { not: noAuthorizationServer },
  },
  {
    number: 215,
    revisions: only('2025-03-26'),
    text: 'Tokens of third parties are mapped securely, checked and renewed.',
    source: '2025-03-26 basic/authorization',
    binds: { not: noAuthorizationServer },
  },
  {
    number: 216,
    revisions: since('2025-06-18'),
    text: 'Metadata of the protected resource names at least one authorization server.',
    source: '2026-07-28 basic/authorization/authorization-server-discovery',
    binds: 'server',
  },
  {
    number: 217,
    revisions: only('2025-06-18'),
    text: '401 carries the address of that metadata.',
    source: '2025-06-18 basic/authorization',
    binds: 'server',
  },
  {
    number: 218,
    revisions: since('2025-11-25'),
    text: 'The metadata is found by that header or by its well-known URI.',
    source: '2026-07-28 basic/authorization/authorization-server-discovery',
    binds: 'server',
  },
  {
    number: 219,
    revisions: since('2025-06-18'),
    text: 'Tokens that were not issued for this server are refused.',
    source: '2026-07-28 basic/authorization/index',
    binds: 'server',
  },
  {
    number: 220,
    revisions: since('2025-06-18'),
    text: 'No other tokens are accepted or passed on.',
    source: '2026-07-28 basic/authorization/security-considerations',
    binds: 'server',
  },
  {
    number: 221,
    revisions: since('2025-06-18'),
    text: 'Tokens are validated before anything is processed, and nothing leaks without one.',
    source: '2026-07-28 basic/authorization/security-considerations',
    binds: 'server',
  },
  {
    number: 222,
    revisions: since('2025-06-18'),
    text: 'Stored tokens are protected.',
    source: '2026-07-28 basic/authorization/security-considerations',
    binds: 'server',
  },
  {
    number: 223,
    revisions: since('2025-06-18'),
    text: 'A proxy with a static client id gets consent for each of its own clients.',
    source: '2026-07-28 basic/authorization/security-considerations',
    binds: { not: noAuthorizationServer },
  },
  {
    number: 224,
    revisions: only('2026-07-28'),
    text: 'A broader scope satisfies a narrower need.',
    source: '2026-07-28 basic/authorization/index',
    binds: 'server',
  },
  {
    number: 225,
    revisions: since('2024-11-05'),
    text: 'Where there is authorization every request is verified; ids of sessions and of state prove nothing.',
    source: 'docs security_best_practices',
    binds: 'server',
  },
  {
    number: 226,
    revisions: between('2025-03-26', '2025-11-25'),
    text: 'Ids of sessions are secure and not deterministic.',
    source: 'docs security_best_practices',
    binds: 'server',
  },
];
