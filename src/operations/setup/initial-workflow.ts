// The first workflow of a project's own: small, commented, and proved as it stands.

export const WORKFLOWS_FOLDER = 'workflows';

/** `schema` is where editors find what the file may hold, from the file. */
export const initialWorkflow = (
  name: string,
  schema: string,
): string => `# yaml-language-server: $schema=${schema}
# Proved before any agent runs:  baton prove ${WORKFLOWS_FOLDER}/${name}.yaml
# The picture:                   baton show ${WORKFLOWS_FOLDER}/${name}.yaml
# Run it:                        baton run "…" --workflow ${WORKFLOWS_FOLDER}/${name}.yaml --agent command:claude
name: ${name}
says: A coder changes the project, a person approves, Baton commits.
questions: 3 # that an agent may ask you in one piece of work

roles:
  coder: You change the code of the project in your working tree, with a test for what you change.

trees: # git trees that are handed over
  base: { starts: project } # the project as it is when the run begins
  code: {}

steps:
  change:
    agent: coder
    prompt: |
      {{ request }}
      {{ remark }}
    worksIn: base
    reads: [base]
    writes: [code]
    checks:
      # Baton runs your tests on the code before and on what is handed in.
      - change-proven: { tree: code, since: base }
    guarantees: [change.proven]
  approve:
    person: [approve, change] # the first is \`baton approve\`, the last is \`baton reject\`
    reads: [code]
    assumes: [change.proven] # proved on every path that leads here
    ask: "Ready: {{ request }}"
    guarantees: { approve: [change.approved] }
  commit:
    engine: { commit: code, message: "{{ request }}" }
    assumes: [change.proven, change.approved]

flow: # where each outcome leads
  change: approve
  approve: { approve: commit, change: change }
  commit: end
`;
