// Limits of a workflow that is written as a file.

/** workflow.yaml: how much of it there may be, and how large one expression is. */
export const WORKFLOW_FILE_BYTES_MAX = 256 * 1024;
export const WORKFLOW_STEPS_MAX = 64;
export const WORKFLOW_NAMES_MAX = 256;
export const WORKFLOW_TEXT_CHARS_MAX = 32 * 1024;
export const EXPRESSION_CHARS_MAX = 2_000;
export const EXPRESSION_NODES_MAX = 200;
export const EXPRESSION_DEPTH_MAX = 24;
export const EXPRESSION_ENTRIES_MAX = 50;
export const EXPRESSION_CALL_ARGS_MAX = 8;
/** A text that an expression makes. */
export const EXPRESSION_TEXT_CHARS_MAX = 512 * 1024;
/** How deep and how large the JSON Schema of a file is. */
export const ARTIFACT_SCHEMA_DEPTH_MAX = 12;
export const ARTIFACT_SCHEMA_NODES_MAX = 500;
