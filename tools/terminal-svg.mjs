// What a terminal showed, as an SVG: colours and bold of the escape sequences, lines broken where the terminal breaks them.

const COLORS = {
  30: '#6e7681',
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  37: '#c9d1d9',
  90: '#8b949e',
};
const [BACKGROUND, FOREGROUND] = ['#0d1117', '#e6edf3'];
const [FONT, CHAR, LINE, PAD, BAR] = [14, 8.43, 20, 20, 36];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const styled = (style, codes) => {
  let next = style;
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) next = {};
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, color: COLORS[90] };
    else if (code === 22) next = { ...next, bold: undefined };
    else if (code === 39) next = { ...next, color: undefined };
    else if (COLORS[code] !== undefined) next = { ...next, color: COLORS[code] };
  }
  return next;
};

/** Lines of spans `{ text, color, bold }`, none of them longer than the terminal is wide. */
export const terminalLines = (output, columns) => {
  const lines = [[]];
  let style = {};
  let column = 0;
  const put = (char) => {
    if (column === columns) {
      lines.push([]);
      column = 0;
    }
    const last = lines.at(-1).at(-1);
    if (last !== undefined && last.color === style.color && last.bold === style.bold) last.text += char;
    else lines.at(-1).push({ text: char, color: style.color, bold: style.bold });
    column += 1;
  };
  // Other sequences move the cursor or set modes, which nothing here needs.
  for (const [part, sgr] of output.matchAll(/\x1b\[([\d;]*)m|\x1b\[[\d;?]*[A-Za-z]|\x1b[=>]|[\s\S]/gu)) {
    if (sgr !== undefined) style = styled(style, sgr);
    else if (part.startsWith('\x1b') || part === '\r') continue;
    else if (part === '\n') {
      lines.push([]);
      column = 0;
    } else put(part);
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
};

const spanOf = ({ text, color, bold }) => {
  const attributes = `${color ? ` fill="${color}"` : ''}${bold ? ' font-weight="bold"' : ''}`;
  return attributes === '' ? escaped(text) : `<tspan${attributes}>${escaped(text)}</tspan>`;
};

/** `title` is read to those who do not see the picture. */
export const terminalSvg = (output, { columns, title }) => {
  const lines = terminalLines(output, columns);
  const [width, height] = [Math.ceil(columns * CHAR + 2 * PAD), BAR + lines.length * LINE + PAD];
  const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
    (color, at) => `<circle cx="${PAD + at * 18}" cy="${BAR / 2}" r="5.5" fill="${color}"/>`,
  );
  const rows = lines.map(
    (spans, at) => `<text x="${PAD}" y="${BAR + (at + 1) * LINE - 6}">${spans.map(spanOf).join('')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT}" fill="${FOREGROUND}" xml:space="preserve" style="white-space:pre">
${rows.join('\n')}
</g>
</svg>
`;
};
