import type { Engine } from '@sigil/core/engine';
import { runLeavingReaders, type LeavingReader } from '@sigil/testing/contracts';
import { serveNativeStdio, serveStdio } from './serve-stdio.js';
import { initialize, modernRequest, request } from '@sigil/testing/transports';
import { openTestPipe, type TestPipe } from './stdio.test-support.js';

const input = { name: 'listen', arguments: {}, _meta: { progressToken: 1 } };
type Leave = (pipe: TestPipe) => void;

/** @param messages from the peer */
function openReader(
  messages: readonly ReturnType<typeof request>[],
  leave: Leave,
  serve: typeof serveStdio = serveStdio,
) {
  return async (engine: Engine): Promise<LeavingReader> => {
    const pipe = openTestPipe([], { endGraceMs: 1 }, engine, serve);
    return {
      async listen() {
        pipe.tell(...messages);
        await new Promise((resolve) => pipe.output.once('readable', resolve));
      },
      leave: () => leave(pipe),
      close: () => pipe.server.close(),
    };
  };
}

const modern = [modernRequest(1, 'tools/call', input)];
const inSession = [initialize(1, '2025-11-25'), request(2, 'tools/call', input)];
const native = [request(1, 'listen')];
const endInput: Leave = ({ input: lines }) => void lines.end();
const breakOutput: Leave = ({ output }) => void output.destroy();

runLeavingReaders('a pipe, by the end of the input', openReader(modern, endInput));
runLeavingReaders('a pipe, by breaking the output', openReader(modern, breakOutput));
runLeavingReaders('a session on a pipe', openReader(inSession, endInput));
runLeavingReaders('native streams on a pipe', openReader(native, endInput, serveNativeStdio));
