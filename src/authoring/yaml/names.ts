// The names of a workflow.yaml, each with what it stands for, and the problems that are found on the way.

import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { fieldName, type Position } from '../../model/validate-with.ts';
import type { Artifact, Fact, File, Role, Setting, Tree } from '../../model/workflow/handles.ts';
import type { Limit } from '../../model/workflow/limit.ts';
import type { View } from '../../model/workflow/view.ts';
import { unknownName } from '../compile/authoring-problem.ts';
import type { Guard } from '../flow.ts';
import { fieldsOf } from './artifact-schema.ts';
import { type Expression, isExpression, type Local, parseExpression } from './expression.ts';
import { evaluated, parseText, type Text } from './text.ts';
import { type Known, valuesOf } from './values.ts';

export type Path = readonly (string | number)[];

export interface Where {
  readonly file: string | undefined;
  readonly locate: (path: Path, key?: string) => Position | undefined;
  /** A Markdown file beside the workflow. */
  readonly readText: (path: string) => string | Problem;
}

export class Names {
  readonly problems: Problem[] = [];
  readonly roles = new Map<string, Role>();
  readonly files = new Map<string, File>();
  readonly trees = new Map<string, Tree>();
  readonly facts = new Map<string, Fact>();
  readonly settings = new Map<string, Setting>();
  readonly limits = new Map<string, Limit>();
  readonly guards = new Map<string, Guard>();
  /** The JSON Schema of a file, where it has one. */
  readonly schemas = new Map<string, unknown>();
  /** What was listed when a change was accepted. */
  listed: (view: View) => string = () => '';
  readonly where: Where;

  constructor(where: Where) {
    this.where = where;
  }

  tell(
    path: Path,
    message: string,
    more: { readonly hint?: string | undefined; readonly isKey?: true | undefined } = {},
  ): void {
    const { file, locate } = this.where;
    const { hint, isKey } = more;
    if (this.problems.length >= PROBLEMS_MAX) return;
    this.problems.push(
      problem('WORKFLOW_INVALID', `${fieldName(path)}: ${message}`, {
        ...(file === undefined ? {} : { file }),
        ...(isKey ? locate(path.slice(0, -1), String(path.at(-1))) : locate(path)),
        ...(hint === undefined ? {} : { hint }),
      }),
    );
  }

  find<T>(what: string, among: ReadonlyMap<string, T>, name: string, path: Path): T | undefined {
    const found = among.get(name);
    if (found === undefined) this.tell(path, unknownName('', what, name, [...among.keys()]).message);
    return found;
  }

  artifact(name: string, path: Path): Artifact | undefined {
    return (
      this.trees.get(name) ??
      this.find('file or tree', new Map<string, Artifact>([...this.trees, ...this.files]), name, path)
    );
  }

  /** Facts need no declaration: who guarantees one declares it. */
  fact(name: string): Fact {
    const known = this.facts.get(name) ?? { kind: 'fact', name };
    this.facts.set(name, known);
    return known;
  }

  get known(): Known {
    const record = <T>(among: ReadonlyMap<string, T>, value: (one: T) => unknown) =>
      Object.fromEntries([...among].map(([name, one]) => [name, value(one)]));
    return {
      files: this.files,
      settings: (view) => record(this.settings, (one) => view.setting(one)),
      counts: (view) => record(this.limits, (one) => view.count(one)),
      holds: (view) => record(this.facts, (one) => view.holds(one)),
      listed: (view) => this.listed(view),
    };
  }

  expression(source: string, path: Path, locals: readonly Local[] = []): Expression | undefined {
    const found = parseExpression(source, locals);
    if (!isExpression(found)) {
      for (const message of found.problems) this.tell(path, message);
      return undefined;
    }
    this.#check(found, path);
    return found;
  }

  text(source: string, path: Path, locals: readonly Local[] = []): Text {
    const { text, problems } = parseText(source, locals);
    for (const message of problems) this.tell(path, message);
    for (const expression of text.expressions) this.#check(expression, path);
    return text;
  }

  /** Every name that an expression looks at is a name of this file. */
  #check({ looksAt, source }: Expression, path: Path): void {
    for (const [root, name, field] of looksAt) {
      if (root === 'files' && name === undefined) {
        this.tell(path, `${source}: expected files.NAME, got files alone`);
        continue;
      }
      if (name === undefined) continue;
      if (root === 'files' && this.find('file', this.files, name, path) !== undefined)
        this.#checkField(name, field, path);
      if (root === 'settings') this.find('setting', this.settings, name, path);
      if (root === 'counts') this.find('limit', this.limits, name, path);
    }
  }

  #checkField(name: string, field: string | undefined, path: Path): void {
    const fields = fieldsOf(this.schemas.get(name));
    const isEach = this.files.get(name)?.path.includes('{item}') === true;
    if (field === undefined || fields === undefined || isEach || Object.hasOwn(fields, field)) return;
    this.tell(path, unknownName('', `field of ${name}`, field, Object.keys(fields)).message);
  }

  /** The words of a text; what is not there yet says nothing. */
  render(text: Text, view: View, local: Readonly<Record<string, unknown>> = {}): string {
    return text.render((expression) =>
      !expression.asksWhether && this.#lacks(expression, view)
        ? undefined
        : valuesOf(this.known, view, expression.looksAt, { local }),
    );
  }

  #lacks({ looksAt }: Expression, view: View): boolean {
    return looksAt.some(([root, name = '']) => {
      const file = root === 'files' ? this.files.get(name) : undefined;
      if (file === undefined) return false;
      return file.path.includes('{item}') && view.here.item === undefined
        ? view.items(file).length === 0
        : !view.has(file);
    });
  }

  evaluate(
    expression: Expression,
    view: View,
    more: {
      readonly handedIn?: (file: File) => unknown;
      readonly local?: Readonly<Record<string, unknown>>;
    } = {},
  ): unknown {
    return evaluated(expression, valuesOf(this.known, view, expression.looksAt, more));
  }
}
