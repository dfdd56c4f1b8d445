/**
 * Names the server in the description of each of its tools, so that a model which sees many servers knows where it is.
 *
 * @param {string} serverName
 * @param {{ tools: readonly { name: string, description?: string }[] }} catalog what the server could offer
 */
export function describeTools(serverName, { tools }) {
  return tools.map(({ name, description = '' }) => ({
    name,
    description: `${description}\n\nPart of the server "${serverName}".`.trim(),
  }));
}
