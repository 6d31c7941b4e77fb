export type ProgramName = 'claude' | 'codex' | 'gemini' | 'opencode' | 'qwen' | 'copilot';
export declare const PROGRAM_NAMES: readonly ProgramName[];
export declare const testedPrograms: (asked?: string) => readonly ProgramName[];
export type AdapterName = 'claude-agent-acp' | 'codex-acp';
export declare const findOrInstall: (name: ProgramName | AdapterName) => Promise<string>;
export declare const findOrInstallClaude: () => Promise<string>;
export declare const scratchParent: () => string;
export declare const pinnedVersion: (name: ProgramName | AdapterName) => string;
export declare const packageFolder: (name: ProgramName | AdapterName) => string;
