/**
 * The header that carries the id of a legacy session. Spec: 2025-11-25 basic/transports#session-management
 */
export const sessionHeader = 'mcp-session-id';
