/** Announcements of changed resources between replicas of a server. */
import {
  buildCatalog,
  fixedSource,
  Listeners,
  type Catalog,
  type CatalogSource,
  type ComponentKind,
} from '@sigil/core/catalog';
import { openMemoryPost, WriteRetries, type Notices } from '@sigil/core/stores';
import { textResult, toolOf } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { SharedUpdates } from './share-updates.js';

const catalog = buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] });

/** Makes the notices of a remote store, where a topic is followed only after the store has received the request. */
function openNotices(): Notices & { goAway(): void; comeBack(): void } {
  const { notices } = openMemoryPost();
  let isAway = false;
  return {
    ...notices,
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    publish: (topic, notice) =>
      isAway ? Promise.reject(new Error('the store is away')) : notices.publish(topic, notice),
    follow(topic, listener) {
      let stop = (): void => clearImmediate(request);
      const request = setImmediate(() => (stop = notices.follow(topic, listener)));
      return () => stop();
    },
  };
}

/** Makes the notices of one process, which misses some while it is disconnected. */
function openConnection(notices: Notices): Notices & { disconnect(): void; connect(): void } {
  const gaps = new Listeners<void>();
  let isConnected = true;
  return {
    ...notices,
    follow: (topic, listener) => notices.follow(topic, (notice) => void (isConnected && listener(notice))),
    onGap: (listener) => gaps.add(listener),
    disconnect: () => void (isConnected = false),
    connect() {
      isConnected = true;
      gaps.notify();
    },
  };
}

function storeAnswers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

interface Replica {
  readonly updates: SharedUpdates;
  /** The server's source, at which all replicas announce. */
  readonly source: CatalogSource;
  /** Announces a change at this process. */
  announce(uri: string): void;
  /** Announces that a list may have changed, as a plugin does, or replaces the catalog first. */
  changeList(kind: ComponentKind, next?: Catalog): void;
}

function openReplica(notices: Notices, server = 'notes'): Replica {
  const own = new Listeners<string>();
  const changes = new Listeners<ReadonlySet<ComponentKind>>();
  let current = catalog;
  const writes = new WriteRetries({ clock: { after: startTimer }, report: () => undefined });
  onTestFinished(() => writes.close());
  const updates = new SharedUpdates(notices, writes);
  onTestFinished(() => updates.close());
  const onResourceUpdated = (listener: (uri: string) => void): (() => void) => own.add(listener);
  const onChange: CatalogSource['onChange'] = (listener) => changes.add(listener);
  const source = updates.share(
    { ...fixedSource(catalog), current: () => current, onChange, onResourceUpdated },
    server,
  );
  return {
    updates,
    source,
    announce: (uri) => own.notify(uri),
    changeList(kind, next = current) {
      current = next;
      changes.notify(new Set([kind]));
    },
  };
}

/** @returns the announced URIs, and a function that stops listening */
function listenAt({ source }: Replica): { readonly heard: readonly string[]; stop(): void } {
  const heard: string[] = [];
  return { heard, stop: source.onResourceUpdated((uri) => heard.push(uri)) };
}

test('the first listener of a replica misses no update from another replica', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();

  const { heard } = listenAt(other);
  one.announce('notes://1');
  await storeAnswers();

  expect(heard).toEqual(['notes://1']);
});

test('a replica keeps following after its last listener has stopped', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();

  const left = listenAt(other);
  left.stop();
  const { heard } = listenAt(other);
  one.announce('notes://1');
  await storeAnswers();

  expect([left.heard, heard]).toEqual([[], ['notes://1']]);
});

test('a listener gets each change of its own server once, from any replica', async () => {
  const notices = openNotices();
  const [one, other, elsewhere] = [openReplica(notices), openReplica(notices), openReplica(notices, 'news')];
  await storeAnswers();
  const { heard } = listenAt(one);

  one.announce('notes://1');
  other.announce('notes://2');
  elsewhere.announce('notes://3');
  await storeAnswers();

  expect(heard).toEqual(['notes://1', 'notes://2']);
});

test('an update is announced only locally while the store is away, and elsewhere afterwards', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();
  const [here, there] = [listenAt(one), listenAt(other)];

  notices.goAway();
  one.announce('notes://1');
  await storeAnswers();

  expect([here.heard, there.heard]).toEqual([['notes://1'], []]);
  notices.comeBack();
  await expect.poll(() => there.heard).toEqual(['notes://1']);
});

test.each(['one replica', 'the other replica', 'each replica'])(
  'what was announced while %s was disconnected is announced afterwards',
  async (who) => {
    const notices = openNotices();
    const connections = [openConnection(notices), openConnection(notices)] as const;
    const [one, other] = [openReplica(connections[0]), openReplica(connections[1])];
    await storeAnswers();
    const [here, there] = [listenAt(one), listenAt(other)];
    const lists: string[] = [];
    other.source.onChange((changed) => lists.push(...changed));
    const away = connections.filter((_, at) => who === 'each replica' || at === (who.includes('other') ? 1 : 0));

    for (const connection of away) connection.disconnect();
    one.announce('notes://1');
    one.changeList('tools');
    await storeAnswers();
    for (const connection of away) connection.connect();
    await storeAnswers();

    expect(here.heard).toEqual(['notes://1']);
    expect([new Set(there.heard), new Set(lists)]).toEqual([new Set(['notes://1']), new Set(['tools'])]);
  },
);

test('a closed replica no longer receives updates', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();
  const { heard } = listenAt(other);

  other.updates.close();
  one.announce('notes://1');
  await storeAnswers();

  expect(heard).toEqual([]);
});

test('a list that a plugin announces as changed is announced once at each replica, also after an outage', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();
  const heard: string[] = [];
  for (const [name, { source }] of Object.entries({ one, other }))
    source.onChange((changed) => heard.push(`${name} ${[...changed].join()}`));

  one.changeList('tools');
  await storeAnswers();
  notices.goAway();
  one.changeList('prompts');
  await storeAnswers();
  notices.comeBack();

  await expect.poll(() => heard.toSorted()).toEqual(['one prompts', 'one tools', 'other prompts', 'other tools']);
});

test('a list that differs is announced only by the replica that swapped', async () => {
  const notices = openNotices();
  const [one, other] = [openReplica(notices), openReplica(notices)];
  await storeAnswers();
  const heard: string[] = [];
  other.source.onChange(() => heard.push('other'));
  const tools = [toolOf('new', async () => textResult(''))];

  one.changeList('tools', buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] }));
  await storeAnswers();

  expect(heard).toEqual([]);
});
