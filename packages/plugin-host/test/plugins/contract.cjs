/**
 * A built plugin whose methods do everything that a link must carry. The tests of links load it under every kind.
 */
const { existsSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { parentPort } = require('node:worker_threads');
// oxlint-disable no-console, no-restricted-properties, unicorn/no-thenable -- what authors do wrong is what this plugin is for

module.exports = async ({
  ToolError,
  McpError,
  Tool,
  Resource,
  Prompt,
  Complete,
  content,
  error,
  log,
  progress,
  toolUse,
}) => {
  class OwnError extends Error {}

  let mostDecodeSteps;

  const thrown = {
    tool: () => new ToolError('no such city', { suggestions: ['try "Rome"'] }),
    mcp: () => new McpError('resource-not-found', 'nothing there', { uri: 'x://y' }),
    plain: () => new Error('closed on Sundays', { cause: new Error('the cause') }),
    own: () => new OwnError('of my own class'),
    language: () => new TypeError('secret of the language'),
    system: () => Object.assign(new Error('connect secret'), { code: 'ECONNREFUSED' }),
    string: () => 'thrown as a string',
    object: () => ({ message: 'secret object' }),
    nothing: () => undefined,
  };

  const refuse = () => {
    throw new Error('a trap');
  };
  const withGetter = (member) => Object.defineProperty(new Error('x'), member, { get: refuse });

  /** The values that JSON cannot hold and does not refuse either. */
  const withoutJson = {
    'a function': () => () => 1,
    'a symbol': () => Symbol('x'),
    'an object whose toJSON gives nothing': () => ({ toJSON: () => undefined }),
  };

  /** What no reader of errors expects. */
  const hostile = {
    'a proxy whose every trap throws': () =>
      new Proxy(new Error('x'), { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
    'a proxy that can be read once': () => {
      let reads = 0;
      return new Proxy(new Error('x'), { get: (of, member) => (reads++ > 12 ? refuse() : Reflect.get(of, member)) });
    },
    'a revoked proxy': () => {
      const { proxy, revoke } = Proxy.revocable(new Error('x'), {});
      revoke();
      return proxy;
    },
    'a message that is no text': () => Object.assign(new Error('x'), { message: { toString: refuse } }),
    'a name that is no text': () => Object.assign(new Error('x'), { name: { toString: refuse } }),
    'a code that is no text': () => Object.assign(new Error('x'), { code: { toString: refuse } }),
    'a getter for its message': () => withGetter('message'),
    'a getter for its stack': () => withGetter('stack'),
    'a getter for its code': () => withGetter('code'),
    'a getter for its constructor': () => withGetter('constructor'),
    'a cause that is itself': () => {
      const error = new Error('x');
      error.cause = error;
      return error;
    },
    'a cause that cannot be read': () => new Error('x', { cause: new Proxy({}, { getPrototypeOf: refuse }) }),
    'a function': () => refuse,
    'a symbol': () => Symbol('x'),
    'a big integer': () => 10n,
    'a huge message': () => new Error('x'.repeat(50_000_000)),
    'a huge text': () => 'x'.repeat(50_000_000),
    'data that JSON cannot say': () => new McpError('invalid-params', 'x', { big: 10n }),
    'a kind that is none': () => Object.assign(new McpError('invalid-params', 'x'), { kind: 'nonsense' }),
    'suggestions that are none': () => Object.assign(new ToolError('x'), { suggestions: 7 }),
    'suggestions without end': () =>
      Object.assign(new ToolError('x'), {
        *suggestions() {
          for (;;) yield 'x';
        },
      }),
    'a thenable that never settles': () => ({ then: () => undefined }),
  };

  class Subject {
    constructor(configuration = {}) {
      this.configuration = configuration;
      this.life = [];
      this.steps = 0;
      this.charges = 0;
    }
    async start(announcer) {
      this.life.push('start');
      this.announcer = announcer;
      const { fails, once } = this.configuration;
      // With a file to wait for, the first start goes well and those after it fail.
      if (once !== undefined && !existsSync(once)) return;
      if (fails === 'start') throw new Error('cannot start');
      if (fails === 'exit-in-start') process.exit(5);
      if (fails === 'never-starts') await new Promise(() => undefined);
    }
    health() {
      this.life.push('health');
      return this.configuration.fails !== 'health';
    }
    stop() {
      if (this.configuration.tellsOfStop) console.log('stopped');
      if (this.configuration.fails === 'stop') throw new Error('cannot stop');
      if (this.configuration.fails === 'never-stops') return new Promise(() => undefined);
    }

    echo({ text }) {
      return text;
    }
    needs({ city }) {
      return city;
    }
    structured({ n }) {
      return { n };
    }
    decodeSteps() {
      return String(mostDecodeSteps);
    }
    blocks() {
      return [
        { type: 'text', text: 'a picture', toJSON: undefined },
        { type: 'image', data: Buffer.from([0, 255, 128]).toString('base64'), mimeType: 'image/png' },
      ];
    }
    odd() {
      return { type: 'text', text: 'with a function', _meta: { a: 1, f: () => 1 } };
    }
    async *story({ count }) {
      for (let i = 1; i <= count; i++) {
        this.steps = i;
        yield `part ${i}`;
      }
      return 'the end';
    }
    async *events() {
      yield toolUse('search', { query: 'cats' });
      yield progress(1, 2, 'half');
      yield log('info', { found: 3 });
      yield content({ cat: 'Tom' });
      yield error('no more cats');
    }
    async *endless() {
      this.steps = 0;
      try {
        for (;;) yield ++this.steps;
      } finally {
        this.steps = -1;
      }
    }
    stepsSoFar() {
      return String(this.steps);
    }
    async wait(_input, { signal }) {
      this.aborted = undefined;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      this.aborted = `${signal.reason.name}: ${signal.reason.message}`;
      signal.throwIfAborted();
    }
    hang(_input, context) {
      this.hung = [...(this.hung ?? []), new WeakRef(context)];
      return new Promise(() => undefined);
    }
    async contextsOfHung() {
      setFlagsFromString('--expose-gc');
      await new Promise((resolve) => setTimeout(resolve, 20));
      runInNewContext('gc')();
      return String(this.hung.filter((it) => it.deref() !== undefined).length);
    }
    lastAbort() {
      return this.aborted ?? 'none';
    }
    tell(_input, context) {
      context.resourceUpdated('note://told');
      context.listChanged('tools');
      return 'told';
    }
    announce() {
      this.announcer.resourceUpdated('note://announced');
      return 'announced';
    }
    async log(_input, context) {
      await context.log('warning', { a: [1, null] }, 'me');
      return 'logged';
    }
    describeCall(_input, { meta, clientCapabilities, principal }) {
      return JSON.stringify({ meta, clientCapabilities, principal });
    }
    fail({ how }) {
      throw thrown[how]();
    }
    hostile({ how }) {
      throw hostile[how]();
    }
    async hostileLater({ how }) {
      await undefined;
      throw hostile[how]();
    }
    async hostileStep({ how }, context) {
      await context.step('harm', () => {
        throw hostile[how]();
      });
    }
    hostileWays() {
      return Object.keys(hostile).join();
    }
    greeting() {
      return this.configuration.greeting ?? 'none';
    }
    lifeSoFar() {
      return this.life.join();
    }
    long({ length }) {
      return 'x'.repeat(length);
    }

    async form(_input, context) {
      const answer = await context.elicit('Which city?', {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      });
      return answer.action === 'accept' ? answer.content.city : answer.action;
    }
    async page(_input, context) {
      return (await context.elicitUrl('Sign in', 'https://example.com/sign-in')).action;
    }
    async model(_input, context) {
      const question = { role: 'user', content: { type: 'text', text: 'Hi' } };
      const answer = await context.sample({ messages: [question], maxTokens: 5 });
      return answer.action === 'incapable' ? 'incapable' : JSON.stringify(answer);
    }
    async roots(_input, context) {
      return JSON.stringify(await context.listRoots());
    }
    async both(_input, context) {
      const [form, roots] = await Promise.all([this.form({}, context), this.roots({}, context)]);
      return `${form} ${roots}`;
    }
    async charge(_input, context) {
      const charge = await context.step('charge', async () => ++this.charges);
      const city = await this.form({}, context);
      return `charge ${charge} for ${city}, ${this.charges} in all`;
    }
    async failedStep(_input, context) {
      const own = new OwnError('mine');
      const caught = await context
        .step('fails', () => {
          throw own;
        })
        .catch((error) => error);
      return String(caught === own);
    }
    async stableStep(_input, context) {
      await context.step('first', () => 1, { stable: true });
      await context.step('second', () => 2);
      return 'done';
    }
    async stepWithoutJson({ what }, context) {
      return `got ${typeof (await context.step('odd', withoutJson[what]))}`;
    }
    spanThatWaits(_input, context) {
      return context.span('query', () => this.wait({}, context));
    }
    async rethrows(_input, context) {
      try {
        await this.form({}, context);
        return 'answered';
      } finally {
        this.steps++;
      }
    }
    requires(_input, context) {
      context.requireClient({ sampling: {} });
      return 'has it';
    }
    async task(_input, context) {
      return String(await context.beginTask({ ttlMs: 1_000 }));
    }

    spin() {
      for (;;);
    }
    exit() {
      process.exit(3);
    }
    signal() {
      // By default a process ignores it.
      process.kill(process.pid, 'SIGWINCH');
      return 'sent';
    }
    throwLater() {
      setTimeout(() => {
        throw new Error('in a timer');
      }, 1);
      return 'alive';
    }
    rejectLater() {
      void Promise.reject(new Error('nobody looks'));
      return 'alive';
    }
    leak() {
      const kept = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})));
    }
    print() {
      console.log('to the output\nin two lines');
      console.error('to the errors');
      process.stdout.write('unfinished');
      return 'printed';
    }
    chatter() {
      parentPort?.postMessage('hello');
      parentPort?.postMessage([null, { kind: 'odd' }]);
      return typeof process.send;
    }
    lie({ message }) {
      parentPort?.postMessage([message]);
      return new Promise(() => undefined);
    }
    environment() {
      return Object.keys(process.env).sort().join();
    }
    processId() {
      return String(process.pid);
    }

    one() {
      return 'the one note';
    }
    note(id) {
      if (id === 'lost') throw new ToolError('no such note', { suggestions: ['read note://one'] });
      return `note ${id}`;
    }
    notes() {
      return [{ uri: 'note://7', name: 'seven' }];
    }
    async *pages() {
      for (const byte of [1, 2, 3]) yield new Uint8Array([byte, 255]);
    }
    compose({ style }) {
      if (style === 'none') throw new ToolError('no such style', { suggestions: ['try "short"'] });
      return `write in ${style} style`;
    }
    styles(typed) {
      return ['short', 'long', 'simple'].filter((it) => it.startsWith(typed));
    }
  }

  const others = {
    one: Resource('note://one'),
    pages: Resource('note://pages'),
    note: Resource('note://{id}'),
    compose: Prompt(),
  };
  const skipped = new Set(['constructor', 'start', 'health', 'stop', 'styles', 'notes', ...Object.keys(others)]);
  const tools = Object.getOwnPropertyNames(Subject.prototype).filter((name) => !skipped.has(name));
  const publish = (decorator, name) =>
    decorator(Subject.prototype, name, Object.getOwnPropertyDescriptor(Subject.prototype, name));
  for (const name of tools) publish(Tool(), name);
  for (const [name, decorator] of Object.entries(others)) publish(decorator, name);
  publish(Complete('compose', 'style'), 'styles');

  const passOn = (input, context) => [input, context];
  const decoders = {
    needs(input, context, problems) {
      if (typeof input.city !== 'string') problems.push({ path: 'city', expected: 'a string', received: 'nothing' });
      return [input, context];
    },
  };

  return {
    abi: 3,
    classes: new Map([['Subject', Subject]]),
    configurations: new Map([['Subject', (input) => input]]),
    tools: new Map(tools.map((name) => [name, { decode: decoders[name] ?? passOn }])),
    resources: new Map([
      ['note://one', { decode: () => [] }],
      ['note://pages', { decode: () => [] }],
    ]),
    resourceTemplates: new Map([['note://{id}', { decode: (input) => [input.id] }]]),
    prompts: new Map([['compose', { decode: passOn }]]),
    limitDecodeSteps(most) {
      mostDecodeSteps = most;
    },
  };
};
