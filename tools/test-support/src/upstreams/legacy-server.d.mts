import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { SurfaceState } from './surface.mjs';

export function openLegacyServer(state: SurfaceState & { onSubscribed?: (uri: string) => void }): Server;
