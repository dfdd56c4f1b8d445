/**
 * The surface that every upstream of the tests has, on a low-level server of either official SDK.
 */

const form = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] };
const input = (properties = {}) => ({ type: 'object', properties });

/** Texts that no parser and writer of ours would give back as they are. */
export const exactResult =
  '{"content":[{"type":"text","text":"caf\\u00e9"},{"type":"hologram","rays":1.50}],"future":{"n":1e2},"structuredContent":{"a":1.0}}';

/**
 * @param on registers a handler: `on(method, async (request, call) => result)`, where `call` has `notify`, `ask`, `signal` and `answers`
 * @param state shared by all conversations of one upstream: `{ calls: {}, tools: [] }`
 */
export function serveSurface(on, state) {
  on('tools/list', async () => ({
    tools: [
      { name: 'echo', description: 'Says it again.', inputSchema: input({ text: { type: 'string' } }), 'x-future': 1 },
      { name: 'count', inputSchema: input(), annotations: { readOnlyHint: true } },
      { name: 'ask', inputSchema: input() },
      { name: 'ask_twice', inputSchema: input() },
      { name: 'slow', inputSchema: input() },
      { name: 'fail', inputSchema: input() },
      { name: 'refuse', inputSchema: input() },
      { name: 'write', inputSchema: input() },
      { name: 'folders', inputSchema: input() },
      { name: 'page', inputSchema: input() },
      { name: 'sign_in', inputSchema: input() },
      { name: 'chat', inputSchema: input() },
      ...state.tools,
    ],
  }));
  on('tools/call', async ({ params }, call) => {
    const { name, arguments: given = {} } = params;
    state.calls[name] = (state.calls[name] ?? 0) + 1;
    return tools[name](given, call, state);
  });
  on('resources/list', async () => ({
    resources: [{ uri: 'demo://one', name: 'one', mimeType: 'text/plain' }, ...(state.resources ?? [])],
  }));
  on('resources/templates/list', async () => ({
    resourceTemplates: [
      { uriTemplate: 'demo://item/{id}', name: 'item' },
      { uriTemplate: 'demo://find{?q,limit}', name: 'find' },
    ],
  }));
  on('resources/read', async ({ params }) => ({ contents: [{ uri: params.uri, text: `read ${params.uri}` }] }));
  on('prompts/list', async () => ({
    prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }, ...(state.prompts ?? [])],
  }));
  on('prompts/get', async ({ params }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${params.arguments?.who}.` } }],
  }));
  on('completion/complete', async ({ params }) => ({
    completion: { values: [`${params.argument.value}-done`], total: 7, hasMore: true },
  }));
}

const pageOf = (count) => ({
  mode: 'url',
  message: 'Sign in there',
  url: 'https://example.com/in',
  elicitationId: `page-${count}`,
});
const text = (words) => ({ content: [{ type: 'text', text: words }] });

const tools = {
  echo: async (given) => text(`echo ${given.text}`),
  count: async (_given, _call, state) => text(String(state.calls.count)),
  ask: async (_given, call) => {
    const answer = await call.ask('colour', { message: 'Which colour?', requestedSchema: form });
    return answer ? text(`${answer.action} ${answer.content?.colour ?? ''}`.trim()) : call.asking;
  },
  ask_twice: async (_given, call) => {
    const one = await call.ask('first', { message: 'First?', requestedSchema: form });
    if (!one) return call.asking;
    const two = await call.ask('second', { message: `After ${one.content?.colour}?`, requestedSchema: form });
    return two ? text(`${one.content?.colour} and ${two.content?.colour}`) : call.asking;
  },
  write: async (_given, call) => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'A line, please.' } }];
    const answer = await call.ask('line', { messages, maxTokens: 20 }, 'sampling/createMessage');
    return answer ? text(`${answer.model}: ${answer.content.text}`) : call.asking;
  },
  folders: async (_given, call) => {
    const answer = await call.ask('folders', {}, 'roots/list');
    return answer ? text(answer.roots.map(({ uri }) => uri).join(' ')) : call.asking;
  },
  page: async (_given, call, state) => {
    const answer = await call.ask('page', pageOf(state.calls.page));
    return answer ? text(`page ${answer.action}`) : call.asking;
  },
  // A page first, then a form: the oldest way to ask for a page is an error, which ends the call.
  sign_in: async (_given, call, state) => {
    if (call.requirePage && state.calls.sign_in === 1) call.requirePage(pageOf(1));
    const agreed = call.requirePage ? { action: 'accept' } : await call.ask('page', pageOf(1));
    if (agreed?.action !== 'accept') return agreed ? text('not signed in') : call.asking;
    const answer = await call.ask('colour', { message: 'Which colour?', requestedSchema: form });
    return answer ? text(`signed in, ${answer.content?.colour}`) : call.asking;
  },
  chat: async (_given, call) => {
    const say = (level, data) =>
      call.notify({ method: 'notifications/message', params: { level, logger: 'up', data } });
    await say('debug', 'quiet');
    await say('error', { loud: [1.5, null] });
    return text('said');
  },
  slow: async (_given, call, state) => {
    await call.notify({
      method: 'notifications/progress',
      params: { progressToken: call.token, progress: 1, total: 2, message: 'half' },
    });
    state.onSlow?.();
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
    state.onCancelled?.();
    return text('stopped');
  },
  fail: async () => ({ ...text('it went wrong'), isError: true }),
  refuse: async () => {
    throw Object.assign(new Error('not today'), { code: 4050, data: { until: 'tomorrow' } });
  },
};

/** The capabilities that both kinds of server declare. */
export const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};
