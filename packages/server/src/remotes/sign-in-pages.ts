/**
 * The two pages between a user and the authorization server of an upstream: one that says who is about to sign in for whom, and one
 * that reports the result.
 *
 * Opening a link starts nothing, since programs open links too; and no other site can start a sign-in for a user.
 * Spec: 2026-07-28 client/elicitation#safe-url-handling
 */
import { createHash } from 'node:crypto';
import { SignInError, type SignIns } from '@sigil/gateway';
import type { Context, Middleware } from 'koa';
import type { ServingLog } from '../log/server-log.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { requireOwnOrigin } from '../routing/require-own-origin.js';
import { signInPath } from './upstream-callers.js';

/** The dependencies of the pages. */
export interface SignInPagesParts {
  readonly signIns: SignIns;
  /** The server's URL for browsers, without a trailing slash. */
  readonly url: string;
  readonly log: Pick<ServingLog, 'failure'>;
}

const cookieName = 'sigil-sign-in';
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: Canvas; color: CanvasText; }
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.4rem; }
button, .button { display: inline-block; padding: .6rem 1.2rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600;
  background: #3b5bdb; color: #fff; text-decoration: none; cursor: pointer; }
button:focus-visible, .button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
strong { overflow-wrap: anywhere; }
`;
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  // The form's request must carry its origin.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export function serveSignInPages(parts: SignInPagesParts): Middleware {
  const { pathname, protocol, origin } = new URL(parts.url);
  const prefix = pathname.replace(/\/$/, '');
  // A proxy may strip the path of the public address or keep it.
  const at = (path: string): string[] => [...new Set([signInPath + path, prefix + signInPath + path])];
  const cookie = { path: `${prefix}${signInPath}`, isSecure: protocol === 'https:' };
  const fromOwnPage = requireOwnOrigin(origin, () => {
    throw new SignInError('this request does not come from the page of this server');
  });
  const router = newRouter();
  router.get(at('/start'), showFailures(parts), (context) => showBeginning(context, parts));
  router.post(at('/start'), showFailures(parts), fromOwnPage, (context) => begin(context, parts, cookie));
  router.get(at('/callback'), showFailures(parts), (context) => showEnd(context, parts, cookie));
  return serveRoutes(router);
}

/** Shows a page that says why the user is not signed in. */
function showFailures({ log }: SignInPagesParts): Middleware {
  return async (context, next) => {
    context.set(headers);
    try {
      await next();
    } catch (error) {
      if (!(error instanceof SignInError)) log.failure('sign-in', error);
      const why = error instanceof SignInError ? error.message : 'the sign-in failed: the log of this server says why';
      show(context, 400, { title: 'You are not signed in', text: sentence(why) });
    }
  };
}

interface CookieRules {
  readonly path: string;
  readonly isSecure: boolean;
}

async function showBeginning(context: Context, { signIns }: SignInPagesParts): Promise<void> {
  const ticket = ticketIn(context);
  const found = await signIns.find(ticket);
  if (!found) throw new SignInError('this link is over, or was never given: make the call again to get a new one');
  const { server, user } = found;
  show(context, 200, {
    title: `Sign in to ${server}`,
    text: 'This server will call it in your name from then on.',
    warning: {
      before: `Go on only if you ${user === undefined ? 'have just asked for it yourself' : 'are '}`,
      user,
      after: '. Otherwise the person who gave you this link gets your access.',
    },
    form: `?ticket=${encodeURIComponent(ticket)}`,
  });
}

async function begin(context: Context, { signIns }: SignInPagesParts, cookie: CookieRules): Promise<void> {
  const ticket = ticketIn(context);
  const location = await signIns.begin(ticket);
  setCookie(context, { ...cookie, name: cookieNameOf(location.searchParams), value: ticket });
  // Not a redirect: the policy of the form would have to name the other server.
  context.set('Refresh', `0; url=${location.href}`);
  show(context, 200, { title: 'One moment', text: `You are sent to ${location.host}.`, link: location.href });
}

async function showEnd(context: Context, { signIns }: SignInPagesParts, cookie: CookieRules): Promise<void> {
  const answer = new URLSearchParams(context.querystring);
  const name = cookieNameOf(answer);
  const ticket = context.cookies.get(name) ?? '';
  setCookie(context, { ...cookie, name, value: '' });
  const server = await signIns.finish(ticket, answer);
  show(context, 200, {
    title: `You are signed in to ${server}`,
    text: 'You can close this page and go on where you were.',
  });
}

function ticketIn({ query: { ticket } }: Context): string {
  return typeof ticket === 'string' ? ticket : '';
}

/** Names the cookie by the beginning of the state, since a browser may sign in at several upstreams at once. */
function cookieNameOf(query: URLSearchParams): string {
  const [begin] = /^[\w-]{1,16}/.exec(query.get('state') ?? '') ?? ['none'];
  return `${cookieName}.${begin}`;
}

interface Cookie extends CookieRules {
  readonly name: string;
  readonly value: string;
}

function setCookie(context: Context, { name, value, path, isSecure }: Cookie): void {
  const rules = ['HttpOnly', 'SameSite=Lax', `Path=${path}`, ...(isSecure ? ['Secure'] : [])];
  const age = value === '' ? 0 : 3_600;
  context.append('Set-Cookie', [`${name}=${value}`, `Max-Age=${age}`, ...rules].join('; '));
}

interface Page {
  readonly title: string;
  readonly text: string;
  readonly warning?: { readonly before: string; readonly user: string | undefined; readonly after: string };
  /** The address that the form posts to. */
  readonly form?: string;
  readonly link?: string;
}

function show(context: Context, status: number, { title, text, warning, form, link }: Page): void {
  context.status = status;
  context.type = 'html';
  context.body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>`,
    `<p>${escaped(text)}</p>`,
    warning ? `<p>${escaped(warning.before)}${strong(warning.user)}${escaped(warning.after)}</p>` : '',
    form === undefined ? '' : `<form method="post" action="${escaped(form)}"><button>Go on</button></form>`,
    link === undefined ? '' : `<p><a class="button" href="${escaped(link)}">Go on</a></p>`,
    '</main></body></html>',
  ].join('');
}

function strong(text: string | undefined): string {
  return text === undefined ? '' : `<strong>${escaped(text)}</strong>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
