export declare const CLAUDE_VERSION: string;
export declare const findOrInstallClaude: () => Promise<string>;
