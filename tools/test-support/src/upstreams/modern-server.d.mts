import type { Server } from '@modelcontextprotocol/server';
import type { SurfaceState } from './surface.mjs';

export function openModernServer(state: SurfaceState): Server;
