// What somebody would write who wants a page to run it: 120 texts, each in several places.
const MARKUP = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror="window.__xss=1">',
  '<svg onload=window.__xss=1>',
  '<svg><script>window.__xss=1</script></svg>',
  '<iframe src="javascript:parent.__xss=1"></iframe>',
  '<body onload=window.__xss=1>',
  '<details open ontoggle=window.__xss=1>x</details>',
  '<a href="javascript:window.__xss=1">x</a>',
  '<math><mtext></table></math><img src=x onerror=window.__xss=1>',
  '<style>@import "http://evil.example/x.css";</style>',
  '<link rel=stylesheet href=http://evil.example/x.css>',
  '<base href="http://evil.example/">',
  '<meta http-equiv=refresh content="0;url=http://evil.example">',
  '<form action=http://evil.example><input name=a autofocus onfocus=window.__xss=1></form>',
  '<object data="http://evil.example/x.swf"></object>',
  '<template><script>window.__xss=1</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=window.__xss=1>">',
  '<textarea></textarea><script>window.__xss=1</script>',
  '</title><script>window.__xss=1</script>',
  '</pre><script>window.__xss=1</script>',
];
const CODE = [
  'javascript:window.__xss=1',
  '{{constructor.constructor("window.__xss=1")()}}',
  '${window.__xss=1}',
  '"onmouseover="window.__xss=1',
  "'-window.__xss=1-'",
  '`;window.__xss=1;`',
  '__proto__',
  'constructor',
  'toString',
  'data:text/html,<script>window.__xss=1</script>',
];
const MARKDOWN = [
  '![x](http://evil.example/x.png)',
  '[x](javascript:window.__xss=1)',
  '<!-- --!><img src=x onerror=window.__xss=1>',
  '[x]: http://evil.example "x"',
  '> <script>window.__xss=1</script>',
  '# <img src=x onerror=window.__xss=1>',
  '| a | <svg onload=window.__xss=1> |',
  '**<b onclick=window.__xss=1>x</b>**',
];
const HIDDEN = [
  'user\u202Etxt.exe',
  'a\u200Bb',
  'x\u2066y\u2069',
  '\uFEFFbom',
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
  'bell\u0007',
  'back\u0008\u0008space',
  'line\u2028separator',
  'wide\uFF1Cscript\uFF1Ewindow.__xss=1',
];
const WRAPS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `"><${text}`,
  (text) => `${text}\u202E${'A'.repeat(300)}`,
];

const all = [...MARKUP, ...CODE, ...MARKDOWN, ...HIDDEN];
export const PAYLOADS: readonly string[] = WRAPS.flatMap((wrap) => all.map(wrap)).slice(0, 120);
