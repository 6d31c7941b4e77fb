// The snapshots of the pages.
import type { Files } from '../case.ts';

export const VITRINE_SNAPSHOTS: Files = {
  'test/components/__snapshots__/card.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`Card shows an item 1\`] = \`
<article class="card" data-id="cup">
  <img src="/img/cup.jpg" alt="Cup">
  <h2>
    Cup
  </h2>
  <span class="price">
    12.90 EUR
  </span>
  <button type="button">
    Add
  </button>
</article>
\`;

exports[\`Card shows one that is sold out: sold out 1\`] = \`
<article class="card" data-id="cup">
  <img src="/img/cup.jpg" alt="Cup">
  <h2>
    Cup
  </h2>
  <span class="price reduced">
    <s>
      20.00 EUR
    </s>
    <b>
      12.90 EUR
    </b>
  </span>
  <em class="badge gone" role="status">
    Sold out
  </em>
  <button type="button" disabled>
    Add
  </button>
</article>
\`;
`,
  'test/components/__snapshots__/pager.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`Pager links all but the current page 1\`] = \`
<nav aria-label="Pages">
  <a href="/p/1">
    1
  </a>
  <span aria-current="page">
    2
  </span>
  <a href="/p/3">
    3
  </a>
</nav>
\`;
`,
  'test/components/__snapshots__/price.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`shows no rise 1\`] = \`
<span class="price">
  9.00 EUR
</span>
\`;

exports[\`shows what it was 1\`] = \`
<span class="price reduced">
  <s>
    12.00 EUR
  </s>
  <b>
    9.00 EUR
  </b>
</span>
\`;
`,
  'test/pages/__snapshots__/basket.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`Basket is a table 1\`] = \`
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>
      Basket – Vitrine
    </title>
  </head>
  <body>
    <table>
      <tr>
        <td>
          Cup
        </td>
        <td>
          2 ×
        </td>
        <td>
          <span class="price">
            25.80 EUR
          </span>
        </td>
      </tr>
      <tr>
        <td>
          Pot &amp; lid
        </td>
        <td>
          1 ×
        </td>
        <td>
          <span class="price">
            9.90 EUR
          </span>
        </td>
      </tr>
      <tr>
        <td colspan="2">
          Shipping
        </td>
        <td>
          <span class="price">
            4.90 EUR
          </span>
        </td>
      </tr>
      <tr>
        <th colspan="2">
          Sum
        </th>
        <th>
          <span class="price">
            40.60 EUR
          </span>
        </th>
      </tr>
    </table>
  </body>
</html>
\`;
`,
  'test/pages/__snapshots__/shop.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`Shop shows a page of items 1\`] = \`
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>
      Shop – Vitrine
    </title>
  </head>
  <body>
    <article class="card" data-id="i1">
      <img src="/img/i1.jpg" alt="Item 1">
      <h2>
        Item 1
      </h2>
      <span class="price">
        12.90 EUR
      </span>
      <button type="button">
        Add
      </button>
    </article>
    <article class="card" data-id="i2">
      <img src="/img/i2.jpg" alt="Item 2">
      <h2>
        Item 2
      </h2>
      <span class="price">
        12.90 EUR
      </span>
      <button type="button">
        Add
      </button>
    </article>
    <nav aria-label="Pages">
      <span aria-current="page">
        1
      </span>
      <a href="?page=2">
        2
      </a>
    </nav>
  </body>
</html>
\`;
`,
};
