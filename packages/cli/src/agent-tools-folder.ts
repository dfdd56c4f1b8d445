/**
 * The folder of the built plugin with the tools for coding agents.
 *
 * This file is directly in `src`, since the built code is directly in `dist`: the package's folder is one folder above both.
 */
export const agentToolsFolder = new URL('../dist/agent-tools/', import.meta.url);
