/**
 * The packages of NestJS and of MCP-Nest.
 */

/** The packages of NestJS itself. */
export const nestPackages = /^@nestjs\//;

/** MCP-Nest, in either of its major versions. */
export const mcpNest = /^@rekog\/mcp-nest(\/|$)/;

/** Both: their decorators are gone after a migration. */
export const decoratorPackages = /^(@nestjs\/|@rekog\/mcp-nest)/;
