/**
 * The rules on sampling and elicitation.
 */
import { only, since, type Requirement } from './requirement.js';

// Rule 174 shows what users have in common with their session or their call.
const withoutUsers = 'users are told apart by authorization only, which this server does not do yet';

export const clientFeatures: readonly Requirement[] = [
  {
    number: 154,
    revisions: since('2025-11-25'),
    text: 'A client that did not declare tools in sampling is sent none.',
    source: '2026-07-28 client/sampling',
    binds: 'server',
  },
  {
    number: 155,
    revisions: since('2025-11-25'),
    text: 'A message with tool results holds nothing else.',
    source: '2026-07-28 client/sampling',
    binds: 'server',
  },
  {
    number: 156,
    revisions: since('2025-11-25'),
    text: 'Each use of a tool is matched by a result in the next message.',
    source: '2026-07-28 client/sampling',
    binds: 'server',
  },
  {
    number: 157,
    revisions: since('2024-11-05'),
    text: 'Sensitive data is handled with care.',
    source: '2026-07-28 client/sampling',
    binds: { not: "what a sampling request says is the author's text; the server adds nothing to it" },
  },
  {
    number: 158,
    revisions: only('2025-06-18'),
    text: 'Nothing sensitive is asked for.',
    source: '2025-06-18 client/elicitation',
    binds: { not: "what a form asks for is the author's words, and no program can tell whether they are sensitive" },
  },
  {
    number: 159,
    revisions: since('2025-11-25'),
    text: 'Secrets are not asked for by a form.',
    source: '2026-07-28 client/elicitation',
    binds: { not: "what a form asks for is the author's words, and no program can tell whether they are secret" },
  },
  {
    number: 160,
    revisions: since('2025-11-25'),
    text: 'They are asked for by a URL.',
    source: '2026-07-28 client/elicitation',
    binds: { not: "whether a form or a URL is used is the author's choice, and no program can tell what they ask for" },
  },
  {
    number: 161,
    revisions: since('2025-11-25'),
    text: 'Only modes that the client declared are used.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 162,
    revisions: since('2025-11-25'),
    text: 'A question has a message; a form has a schema, a URL question has the mode and the URL, and an id where the revision has one.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 163,
    revisions: since('2025-11-25'),
    text: 'The URL of a question is valid.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 164,
    revisions: only('2025-11-25'),
    text: 'That a URL question was completed is told only to the client that was asked, under its id.',
    source: '2025-11-25 client/elicitation',
    binds: 'server',
  },
  {
    number: 165,
    revisions: only('2025-11-25'),
    text: 'Error -32042 is used only where a URL question is needed, and lists those.',
    source: '2025-11-25 client/elicitation',
    binds: 'server',
  },
  {
    number: 166,
    revisions: only('2025-11-25'),
    text: 'Those are all in URL mode and have an id.',
    source: '2025-11-25 client/elicitation',
    binds: 'server',
  },
  {
    number: 167,
    revisions: since('2025-11-25'),
    text: 'Stored state of a question belongs to the user who was asked.',
    source: '2026-07-28 client/elicitation',
    binds: { not: withoutUsers },
  },
  {
    number: 168,
    revisions: since('2025-11-25'),
    text: 'The storage of that state is protected.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 169,
    revisions: since('2025-11-25'),
    text: 'A remote server knows the user from authorization where possible.',
    source: '2026-07-28 client/elicitation',
    binds: { not: withoutUsers },
  },
  {
    number: 170,
    revisions: since('2025-11-25'),
    text: 'A URL question does not serve to authorize the user to this server.',
    source: '2026-07-28 client/elicitation',
    binds: { not: 'the server asks for nothing by itself; what an author uses a URL for is out of its reach' },
  },
  {
    number: 171,
    revisions: since('2025-11-25'),
    text: 'Credentials of third parties do not pass through the client, and those of the client are not used elsewhere.',
    source: '2026-07-28 client/elicitation',
    binds: {
      not: 'the server obtains no credentials of third parties; what an author does with those it obtained is out of its reach',
    },
  },
  {
    number: 172,
    revisions: since('2025-11-25'),
    text: 'Credentials that were obtained are not sent to the client.',
    source: '2026-07-28 client/elicitation',
    binds: {
      not: 'the server obtains no credentials of third parties; what an author does with those it obtained is out of its reach',
    },
  },
  {
    number: 173,
    revisions: only('2026-07-28'),
    text: 'A question that is declined, cancelled or failed is handled.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 174,
    revisions: since('2025-11-25'),
    text: 'A question belongs to the client and the user it went to.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 175,
    revisions: since('2025-11-25'),
    text: 'A URL holds no personal data.',
    source: '2026-07-28 client/elicitation',
    binds: { not: 'the URL is made by the author, and no program can tell whether it holds personal data' },
  },
  {
    number: 176,
    revisions: since('2025-11-25'),
    text: 'A URL grants no access by itself.',
    source: '2026-07-28 client/elicitation',
    binds: { not: 'the URL is made by the author, and the page behind it belongs to the author too' },
  },
  {
    number: 177,
    revisions: since('2025-11-25'),
    text: 'Who the client says that the user is, is verified.',
    source: '2026-07-28 client/elicitation',
    binds: 'server',
  },
  {
    number: 178,
    revisions: since('2025-11-25'),
    text: 'Who opens the URL is verified to be the user who was asked.',
    source: '2026-07-28 client/elicitation',
    binds: { not: 'the page behind the URL belongs to the author, who alone can see who opens it' },
  },
];
