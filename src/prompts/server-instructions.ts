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
    `You work as "${role}" (assignment ${assignment}, attempt ${attempt}). Hand in your work with the tools of this server. Baton checks it in code. Only accepted work counts as done.`,
    'Each reply has a `status`. `accepted`: this piece of work is done. `rejected`: the reply lists every problem; fix all of them, then call the same tool again. `refused`: nothing was judged; do what the reply says.',
    ...(has('await_verdict')
      ? [
          '`judging`: Baton is still gathering evidence. Call `await_verdict` until there is a verdict. Do not end your turn.',
        ]
      : []),
    ...(has('ask') ? ['`ask` asks a person a question.'] : []),
  ].join('\n');
};
