// XML of reports, element by element. Entities beyond the five of XML are not known here, so nothing can be expanded.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { XML_DEPTH_MAX } from '../../model/limits/limits.ts';
import type { Problem } from '../../model/problem.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Where its tag begins. */
  readonly at: number;
}

export interface XmlVisitor {
  open(element: XmlElement): void;
  /** Text directly in the element that was opened last and not closed. */
  text(text: string): void;
  close(name: string): void;
}

export interface XmlFault {
  readonly code: Problem['code'];
  readonly message: string;
  readonly at: number;
}

export interface XmlWalk {
  readonly fault?: XmlFault | undefined;
  /** Where a document type stands, if there is one. */
  readonly doctypeAt?: number | undefined;
}

/** Ends the walk from inside the parser's callbacks. It never leaves this file. */
class Stop extends Error {
  readonly fault: XmlFault;
  constructor(fault: XmlFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** `node --test` and others write this into the text of failures as it is. It cannot be misread. */
const HARMLESS = 'the string "]]>" is disallowed in char data.';
/** More of them are no report, and each costs an error of the parser. */
const HARMLESS_MAX = 1_000;

const withoutPlace = (message: string): string => message.replace(/^(?:\S*:)?\d+:\d+: /, '');

/** One pass. The first fault ends it: what follows a fault in XML means nothing. */
export const walkXml = (text: string, visitor: XmlVisitor): XmlWalk => {
  const parser = new SaxesParser();
  let depth = 0;
  let harmless = 0;
  let doctypeAt: number | undefined;
  const here = (): number => Math.max(0, Math.min(parser.position, text.length) - 1);
  parser.on('error', (cause) => {
    const message = withoutPlace(cause.message);
    harmless += message === HARMLESS ? 1 : HARMLESS_MAX;
    if (harmless >= HARMLESS_MAX) throw new Stop({ code: 'XML_SYNTAX', message, at: here() });
  });
  parser.on('doctype', (content) => {
    doctypeAt = Math.max(0, text.lastIndexOf('<!DOCTYPE', here()));
    if (content.includes('['))
      throw new Stop({
        code: 'XML_SYNTAX',
        message: 'a document type with declarations of its own is refused',
        at: doctypeAt,
      });
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    const at = Math.max(0, text.lastIndexOf('<', here()));
    if (depth > XML_DEPTH_MAX)
      throw new Stop({
        code: 'YAML_TOO_DEEP',
        message: `expected at most ${XML_DEPTH_MAX} levels of elements, got more`,
        at,
      });
    visitor.open({ name: tag.name, attributes: tag.attributes, at });
  });
  parser.on('text', (content) => visitor.text(content));
  parser.on('cdata', (content) => visitor.text(content));
  parser.on('closetag', (tag) => {
    depth -= 1;
    visitor.close(tag.name);
  });
  try {
    parser.write(text).close();
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause;
    return { fault: cause.fault, doctypeAt };
  }
  return { doctypeAt };
};
