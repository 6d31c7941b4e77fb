// The artifacts that are there when a run begins: the project's tree, and files that follow from the request.
import type { Digest, Sealed } from '../model/run/sealed.ts';
import type { StartOfRun } from '../model/workflow/handles.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { sha256 } from '../std/sha256.ts';

/** Every artifact that the workflow says is there from the start. */
export const givenBy = (workflow: Workflow, tree: Digest, run: StartOfRun): Sealed[] =>
  Object.entries(workflow.artifacts).flatMap(([artifact, { given, path }]): Sealed[] => {
    if (given === undefined) return [];
    if (given === true) return [{ artifact, path: '.', digest: tree, bytes: 0 }];
    const text = given(run);
    return [{ artifact, path, digest: sha256(text), bytes: Buffer.byteLength(text), text }];
  });
