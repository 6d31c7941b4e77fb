// What a program in a pane needs beside what every program needs.

/** A question of the program that its user has answered by starting Baton there. */
export interface Dialog {
  readonly seen: RegExp;
  /** The one that leads on from there, as `tmux send-keys` names it. */
  readonly key: string;
}

export interface PaneNeeds {
  /** The run's tmux server. */
  readonly socket: string;
  readonly label: string;
  /** The file with the prompt. */
  readonly prompt: string;
  /** The folder in which its hooks leave what they are told. */
  readonly events: string;
  /** Of the screen: it waits for a prompt. */
  readonly ready: RegExp;
  readonly dialogs: readonly Dialog[];
}
