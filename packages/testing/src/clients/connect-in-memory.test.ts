import { openConversation } from '@sigil/core';
import { runTransportContract } from '../contracts.js';

runTransportContract('memory', async (engine) => {
  let listener: (text: string) => void = () => undefined;
  const conversation = openConversation(engine, { send: async ({ json }) => listener(json) });
  return {
    send: (text) => void conversation.receive(text),
    onMessage: (listen) => void (listener = listen),
    close: async () => conversation.close(),
  };
});
