/**
 * Counts the instructions of a warm call over HTTP under callgrind: outside of the kernel, all threads of the server together.
 *
 * The figure hardly depends on the machine or on other load, unlike CPU time.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpConnection, messageIn } from '../load/http-connection.mjs';
import { callOf, checkAnswer, headersOf, initialize, initialized, messageOf, postOf } from '../load/messages.mjs';
import { summarize } from '../measuring/measuring.mjs';
import { startSubject } from '../measuring/subjects.mjs';

/** @typedef {import('../load/messages.mjs').Mode} Mode */
/** @typedef {{ mode: Mode, tools: number }} Call */

/** Until V8 has compiled the code of a call, which each tool has of its own; with fewer, its compiler is counted too. */
const warmUp = { calls: 12_000, callsOfTool: 40, seconds: 240 };
const counted = { calls: 3_000, seconds: 120 };
/** Beside other load, V8's threads would compile and collect at other times, and even after the warm-up. */
const inOneThread = ['--single-threaded'];
const connections = 16;
/** The calls of a connection between two looks at the clock: a multiple of three, so that each of three tools is called equally often. */
const callsInTurn = 3;

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function countInstructions({ subjects, modes, tools: numbersOfTools, say }) {
  requireValgrind();
  const figures = [];
  for (const tools of numbersOfTools) {
    for (const mode of modes) {
      const scenario = `instructions, ${mode}, ${tools} tools`;
      /** @type {Map<string, import('../measuring/measuring.mjs').Seen[]>} */
      const seen = new Map();
      for (const subject of subjects.filter((it) => it.modes.includes(mode))) {
        const perCall = await countFor(subject, { mode, tools });
        seen.set(subject.name, [{ 'instructions per call': perCall }]);
        say(`${scenario}: ${subject.name}: ${Math.round(perCall).toLocaleString('en-US')}`);
      }
      figures.push(...summarize(scenario, seen));
    }
  }
  return figures;
}

function requireValgrind() {
  if (spawnSync('valgrind', ['--version']).status === 0) return;
  throw new Error(
    'Instructions are counted by valgrind, which is missing: apt-get install valgrind, then run this again.',
  );
}

/** @param {import('../measuring/subjects.mjs').Subject} subject @param {Call} call */
async function countFor(subject, { mode, tools }) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-instructions-'));
  const callgrind = [
    'valgrind',
    '-q',
    '--tool=callgrind',
    '--instr-atstart=no',
    `--callgrind-out-file=${folder}/counts`,
  ];
  const options = { tools, stateless: mode === 'stateless', under: callgrind, nodeArgs: inOneThread };
  const server = await startSubject(subject, options);
  try {
    const load = await openLoad(server, { mode, tools });
    await load.make({ ...warmUp, calls: Math.max(warmUp.calls, warmUp.callsOfTool * tools) });
    await control(server.pid, ['--instr=on']);
    const calls = await load.make(counted);
    await control(server.pid, ['--instr=off']);
    await control(server.pid, ['--dump']);
    load.close();
    return readTotal(folder) / calls;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Waits without blocking: a server may close connections meanwhile, and the load has to see it.
 *
 * @param {number} pid
 * @param {readonly string[]} order
 */
async function control(pid, order) {
  await promisify(execFile)('callgrind_control', [...order, String(pid)]);
}

/** @param {string} folder that holds one dump with a total */
function readTotal(folder) {
  const totals = readdirSync(folder).map(
    (file) => readFileSync(join(folder, file), 'utf8').match(/^totals: (\d+)/m)?.[1],
  );
  return Math.max(...totals.map(Number).filter(Number.isFinite));
}

/** @param {import('../measuring/subjects.mjs').Running} server @param {Call} call */
async function openLoad({ port, path, namespace }, { mode, tools }) {
  let lastId = 0;
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port, path, mode)));

  /** @param {typeof opened[number]} connection */
  const callOnce = async ({ http, session }) => {
    const params = callOf(tools, lastId);
    const named = namespace === undefined ? params : { ...params, name: `${namespace}_${params.name}` };
    const message = messageOf(mode, { id: ++lastId, method: 'tools/call', params: named });
    const answer = await http.send(postOf(message, headersOf(mode, message, session), path));
    checkAnswer(messageIn(answer), { id: message.id, params });
  };
  /** @param {typeof opened[number]} connection */
  const callInTurn = async (connection) => {
    for (let at = 0; at < callsInTurn; at++) await callOnce(connection);
  };
  return {
    /** @param {{ calls: number, seconds: number }} most after which no further calls are made @returns {Promise<number>} how many were made */
    make: async ({ calls, seconds }) => {
      const deadline = performance.now() + seconds * 1_000;
      let made = 0;
      for (; made < calls && performance.now() < deadline; made += connections * callsInTurn) {
        await Promise.all(opened.map(callInTurn));
      }
      return made;
    },
    close: () => {
      for (const { http } of opened) http.close();
    },
  };
}

/** @param {number} port @param {string} path @param {Mode} mode */
async function open(port, path, mode) {
  const http = new HttpConnection(port);
  if (mode !== 'legacy') return { http };
  const { rawHead, status, body } = await http.send(postOf(initialize, {}, path));
  const session = /\r\nmcp-session-id: ([^\r]+)/i.exec(rawHead)?.[1];
  if (session === undefined) throw new Error(`initialize opened no session: ${status} ${body}`);
  await http.send(postOf(initialized, headersOf('legacy', initialized, session), path));
  return { http, session };
}
