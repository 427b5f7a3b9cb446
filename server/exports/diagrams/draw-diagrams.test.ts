import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DrawnNode } from '../../docs-site/diagrams.ts';
import { makeSite } from '../../docs-site/site.test-support.ts';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import { type DiagramPen, openDiagramPen } from './draw-diagrams.ts';

const FLOW = 'flowchart LR\n  A[Ask] -->|often| B{Answer}\n  style B fill:#f96';

let pen: DiagramPen;
beforeAll(async () => {
  process.env.OFFPRINT_CHROMIUM = (await locateTestChromium()).executablePath;
  pen = openDiagramPen('/nonexistent', new AbortController().signal);
});
afterAll(() => {
  delete process.env.OFFPRINT_CHROMIUM;
});
afterAll(() => pen.close());

it('draws a diagram once for light and dark, the same each time, with its text', async () => {
  const first = await pen.draw(FLOW, 'diagram-a');
  await pen.draw('sequenceDiagram\n  A->>B: hello', 'diagram-b');
  const again = await pen.draw(FLOW, 'diagram-a');
  expect(again).toEqual(first);
  if (!('light' in first)) throw new Error(first.fault);
  expect(first.dark).toBeUndefined();
  expect(textOf(first.light)).toMatch(/often.*Ask.*Answer/s);
  expect(textOf(first.light)).toContain('.dark #diagram-a .node rect');
  expect(textOf(first.light)).toMatch(/\.dark #diagram-a \.labelBkg ?\{[^}]*(#333|51, ?51, ?51)/);
  expect(textOf(first.light)).not.toContain('mermaidTooltip');
  expect([...idsOf(first.light)].every((id) => id.startsWith('diagram-a'))).toBe(true);
});

it('says at which line a source is wrong, and draws the next one', async () => {
  expect(await pen.draw('flowchart TD\n  A --> B\n  C -- ', 'diagram-c')).toEqual({
    fault: 'Parse error on line 4.',
    line: 4,
  });
  expect(await pen.draw('pie\n "a": 1', 'diagram-d')).toHaveProperty('light');
});

it('gives pages the drawing of a fence, without what runs or loads anything', async () => {
  const { content, findings } = await makeSite(
    {
      'a.mdx': `# A\n\n\`\`\`mermaid\nflowchart TD\n  A["<img src=https://example.com/x.png onerror=alert(1)><script>alert(2)</script>Text"]\n  click A "javascript:alert(3)"\n\`\`\`\n\n\`\`\`mermaid\nflowchart TD\n  A --\n\`\`\`\n`,
    },
    { drawDiagram: pen.draw },
  );
  const html = content('a.html');
  expect(html).toMatch(/<figure class="diagram doc-block"[^>]*>.*<svg.*Text.*<\/figure>/s);
  expect(html).not.toMatch(/javascript:|onerror|<script|example\.com/);
  expect(html).toMatch(/<code class="language-mermaid">.*flowchart/s);
  expect(findings).toMatchObject([{ code: 'diagram', file: 'a.mdx', line: 12 }]);
});

function textOf(node: DrawnNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join(' ');
}

function* idsOf(node: DrawnNode): Generator<string> {
  if (typeof node === 'string') return;
  if (node.attributes.id !== undefined) yield node.attributes.id;
  for (const child of node.children) yield* idsOf(child);
}
