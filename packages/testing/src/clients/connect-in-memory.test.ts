import { openConversation, type Engine } from '@sigil/core/engine';
import { runRefusedRequests, runTransportContract, type TransportPair } from '../contracts.js';

async function openMemory(engine: Engine): Promise<TransportPair> {
  let listener: (text: string) => void = () => undefined;
  const conversation = openConversation(engine, { send: async ({ json }) => listener(json) });
  return {
    send: (text) => void conversation.receive(text),
    onMessage: (listen) => void (listener = listen),
    close: async () => conversation.close(),
  };
}

runTransportContract('memory', openMemory);
runRefusedRequests('memory', openMemory);
