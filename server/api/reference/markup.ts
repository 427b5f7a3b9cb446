/**
 * Renders the subset of CommonMark that our own descriptions use as HTML: second-level headings, paragraphs, fenced
 * code and pipe tables; inline code, emphasis and links within the page. Everything else is shown as written.
 */
export function markup(text: string): string {
  return blocksOf(text).map(blockHtml).join('\n');
}

/** Renders a line or a cell. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`[^`]+`$/.test(part)
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>')
            .replace(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('');
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the anchor of a heading: `Retry requests safely` becomes `retry-requests-safely`. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the second-level headings. */
export function headingsOf(text: string): string[] {
  return blocksOf(text)
    .filter((block) => block.startsWith('## '))
    .map((block) => block.slice(3));
}

/** Splits text at blank lines, except within fenced code. */
function blocksOf(text: string): string[] {
  return text
    .split(/(^```[a-z]*\n[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function blockHtml(block: string): string {
  if (block.startsWith('## ')) {
    const heading = block.slice(3);
    return `<h2 id="${slug(heading)}">${inline(heading)}</h2>`;
  }
  if (block.startsWith('```')) return codeBlock(block.split('\n').slice(1, -1).join('\n'));
  if (block.startsWith('|')) return tableHtml(block.split('\n').map(cellsOf));
  return `<p>${inline(block)}</p>`;
}

/** Focusable by keyboard, because it may scroll. */
export function codeBlock(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
}

function tableHtml([head = [], , ...rows]: string[][]): string {
  const cell = (text: string, index: number): string =>
    index === 0 ? `<th scope="row">${inline(text)}</th>` : `<td>${inline(text)}</td>`;
  return [
    '<table>',
    `<thead><tr>${head.map((text) => `<th scope="col">${inline(text)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody>`,
    '</table>',
  ].join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
