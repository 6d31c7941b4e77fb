export interface Span {
  readonly text: string;
  readonly color: string | undefined;
  readonly bold: boolean | undefined;
}
export const terminalLines: (output: string, columns: number) => Span[][];
export const terminalSvg: (
  output: string,
  options: { readonly columns: number; readonly title: string },
) => string;
