// Agents of a registry of the Agent Client Protocol, as the programs that they are here.
import { readArtifactNow } from '../../effects/read-artifact.ts';
import { BatonError } from '../../errors.ts';
import { mapSpecs } from '../../model/agent-list.ts';
import {
  acpCommandSpec,
  platformName,
  registryAgent,
  registryReference,
} from '../../model/agents/acp-registry.ts';
import { REGISTRY_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Parsed } from '../../model/problem.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { readJson } from '../../text/json-text.ts';
import type { Specs } from './role-agents.ts';

const required = <T>({ value, problems }: Parsed<T>, file: string): T => {
  if (value !== undefined) return value;
  const first = problems.find(isError);
  throw new BatonError(first?.code ?? 'AGENT_UNKNOWN', `${file}: ${first?.message ?? 'it cannot be read'}`, {
    ...(first?.hint === undefined ? {} : { hint: first.hint }),
    data: { file },
  });
};

/** The file is read once, when the run starts: what is done to it later changes nobody who plays. */
export const resolveRegistries = (specs: Specs, { project, env = {} }: Place): Specs => {
  const here = {
    platform: platformName(process.platform, process.arch),
    isOnPath: (program: string) => findProgram(program, env['PATH'] ?? '') !== undefined,
  };
  const resolved = (spec: string): string => {
    const named = registryReference(spec);
    if (named === undefined) return spec;
    const { file } = named;
    const text = required(readArtifactNow(project, file, REGISTRY_BYTES_MAX, 'in the project'), file);
    const { json } = required(readJson(text, file), file);
    return acpCommandSpec(required(registryAgent(json, named, here), file));
  };
  return Object.fromEntries(Object.entries(specs).map(([role, spec]) => [role, mapSpecs(spec, resolved)]));
};
