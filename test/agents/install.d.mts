export type ProgramName = 'claude' | 'codex' | 'gemini' | 'opencode' | 'qwen' | 'copilot';
export declare const PROGRAM_NAMES: readonly ProgramName[];
export declare const testedPrograms: (asked?: string) => readonly ProgramName[];
export declare const findOrInstall: (name: ProgramName) => Promise<string>;
export declare const findOrInstallClaude: () => Promise<string>;
export declare const scratchParent: () => string;
