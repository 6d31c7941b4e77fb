/** A message that ends with a block of these fields. */
export const blockOf = (fields: Readonly<Record<string, unknown>>): string => {
  const all = { phase: 'Testing', from: '@unit-testing-agent', to: 'None', status: 'complete', ...fields };
  const rows = Object.entries(all).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  return `Done.\n\n\`\`\`yaml\nhandoff:\n${rows.join('\n')}\n\`\`\`\n`;
};
