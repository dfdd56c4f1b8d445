/**
 * Adds a page of filters to copy, with the tools that run them.
 *
 * @param {string} serverName
 * @param {{ tools: readonly { name: string }[] }} catalog what the server could offer
 */
export function addExamples(serverName, { tools }) {
  const examples = [
    ['.', 'the whole input'],
    ['.items[].name', 'one member of each element'],
    ['.items | map(select(.price > 10))', 'the elements that fit'],
    ['group_by(.kind) | map({ kind: .[0].kind, count: length })', 'how many of each kind'],
    ['to_entries | map("\\(.key)=\\(.value)") | join("&")', 'an object as a query string'],
  ];
  const lines = examples.map(([filter, meaning]) => `- \`${filter}\`: ${meaning}`);
  const names = tools.map(({ name }) => `\`${name}\``).join(', ');
  return [
    {
      uri: `${serverName}://examples`,
      name: 'examples',
      title: 'Filters to copy',
      description: 'jq filters for common questions',
      mimeType: 'text/markdown',
      text: `# Filters for ${names}\n\n${lines.join('\n')}\n`,
    },
  ];
}
