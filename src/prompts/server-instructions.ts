// What an MCP client shows its model about this server as a whole, before any tool is called.

export interface Role {
  readonly role: string;
  readonly assignment: string;
  readonly attempt: number;
  readonly tools: readonly { readonly name: string }[];
}

export const serverInstructions = ({ role, assignment, attempt, tools }: Role): string => {
  const has = (name: string): boolean => tools.some((tool) => tool.name === name);
  return [
    `You work as "${role}" (assignment ${assignment}, attempt ${attempt}). Hand your work in with the tools of this server; a contract, judged by code, decides whether it is accepted, and nothing else counts as done.`,
    'Each answer has a `status`. `accepted`: this piece of work is done. `rejected`: every problem is listed; fix all of them and call the same tool again. `refused`: nothing was judged; do what the answer says.',
    ...(has('await_verdict')
      ? [
          '`judging`: the evidence is still being gathered. Call `await_verdict` until there is a verdict; do not end your turn.',
        ]
      : []),
    ...(has('ask') ? ['`ask` puts a question to a person.'] : []),
  ].join('\n');
};
