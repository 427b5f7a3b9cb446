import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from './endpoints.ts';
import { type OpenApi, openApi } from './openapi.ts';
import { STYLE } from './reference/style.ts';
import { referencePage } from './reference-page.ts';
import type { Services } from './services.ts';
import { startServer } from './test-support.ts';

const description = openApi(allEndpoints({} as Services, '0.0.0'));
const page = referencePage(description);

describe('the reference page', () => {
  it('nests its elements rightly and names every anchor once', () => {
    const { faults, ids } = read(page);
    expect(faults).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('leads to places that are there, and to nothing else', () => {
    const { links, ids } = read(page);
    expect(links.filter((link) => !link.startsWith('#'))).toEqual(['/openapi.json']);
    expect(links.filter((link) => link.startsWith('#') && !ids.includes(link.slice(1)))).toEqual([]);
  });

  it('has an anchor, in the contents too, for every operation', () => {
    const { ids, links } = read(page);
    for (const methods of Object.values(description.paths)) {
      for (const { operationId } of Object.values(methods)) {
        expect(ids).toContain(operationId);
        expect(links).toContain(`#${operationId}`);
      }
    }
  });

  it('needs no script, no picture and no other file', () => {
    const { elements } = read(page);
    for (const name of ['script', 'img', 'link', 'iframe', 'object', 'svg'])
      expect(elements).not.toContain(name);
    expect(page).not.toMatch(/\son\w+=|url\(|@import/);
  });

  it('is read in order: one first heading, no level left out, every table with headings and a caption or text', () => {
    const { elements, headings, tables } = read(page);
    expect(headings[0]).toBe(1);
    expect(headings.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of headings.entries()) {
      expect(level - (headings[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
    expect(elements.filter((name) => name === 'table')).toHaveLength(tables.length);
    for (const { columns, rows } of tables) {
      expect(columns).toBeGreaterThan(1);
      expect(rows).toBeGreaterThan(0);
    }
  });

  it('shows texts as they are, whatever is in them', () => {
    const hostile = `</code><script>alert("1")</script>'&amp; [x](javascript:alert(1))`;
    const poisoned = JSON.parse(JSON.stringify(description), (key, value: unknown) =>
      typeof value === 'string' && ['description', 'summary', 'title', 'version', 'pattern'].includes(key)
        ? `${value} ${hostile}`
        : value,
    ) as OpenApi;
    const { elements, faults, text, links } = read(referencePage(poisoned));
    expect(faults).toEqual([]);
    expect(elements).not.toContain('script');
    expect(links.filter((link) => link.includes('javascript'))).toEqual([]);
    expect(text).toContain(hostile);
  });

  it('has enough contrast, light and dark (WCAG 2.2, 1.4.3)', () => {
    const [light, dark] = [...STYLE.matchAll(/--ground:[^}]*/g)].map(([block]) => colorsOf(block));
    for (const colors of [light, dark]) {
      expect(Object.keys(colors ?? {})).toHaveLength(10);
      for (const name of ['text', 'soft', 'link', 'get', 'post', 'patch', 'delete']) {
        for (const ground of ['ground', 'raised']) {
          expect(
            contrast(colors?.[name] ?? '', colors?.[ground] ?? ''),
            `${name} on ${ground}`,
          ).toBeGreaterThan(4.5);
        }
      }
    }
  });

  it('is served without a key, under a policy that lets nothing in', async () => {
    const server = await startServer();
    const { status, headers, body } = await server.call('GET', '/reference', { key: null });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(body).toContain('<h1>Offprint API 2.0.0</h1>');
  });
});

const VOID = new Set(['meta', 'br']);

/** Parses a page strictly: implied and missing tags are faults. */
function read(html: string) {
  const found = {
    faults: [] as string[],
    elements: [] as string[],
    ids: [] as string[],
    links: [] as string[],
    headings: [] as number[],
    tables: [] as { columns: number; rows: number }[],
    text: '',
  };
  const open: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes, isImplied) => {
      if (isImplied) found.faults.push(`<${name}> is made up`);
      if (!VOID.has(name)) open.push(name);
      found.elements.push(name);
      if (attributes.id !== undefined) found.ids.push(attributes.id);
      if (attributes.href !== undefined) found.links.push(attributes.href);
      if (/^h[1-6]$/.test(name)) found.headings.push(Number(name[1]));
      if (name === 'table') found.tables.push({ columns: 0, rows: 0 });
      const table = found.tables.at(-1);
      if (table && name === 'th' && attributes.scope === 'col') table.columns += 1;
      if (table && name === 'th' && attributes.scope === 'row') table.rows += 1;
      for (const reference of (attributes['aria-labelledby'] ?? '').split(' ').filter(Boolean)) {
        found.links.push(`#${reference}`);
      }
    },
    onclosetag: (name, isImplied) => {
      if (VOID.has(name)) return;
      if (isImplied) found.faults.push(`</${name}> is missing`);
      const last = open.pop();
      if (last !== name) found.faults.push(`</${name}> closes <${last}>`);
    },
    ontext: (text) => {
      found.text += text;
    },
  });
  parser.end(html);
  return found;
}

function colorsOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--(\w+): (#[0-9a-f]+)/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
