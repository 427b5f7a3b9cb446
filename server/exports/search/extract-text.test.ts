import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { OffprintError } from '../../errors.ts';
import { objectFile, putObject } from '../../store/objects.ts';
import { extractText } from './extract-text.ts';
import { temporaryFolder } from './search.test-support.ts';

const dataFolder = temporaryFolder();
afterAll(() => fs.rmSync(dataFolder, { recursive: true }));

function extract(bytes: Buffer, contentType: string): { title: string; texts: string[] } {
  const object = putObject(dataFolder, bytes);
  const { head, sections } = extractText({ dataFolder, object, contentType });
  const blocks = (JSON.parse(sections) as { blocks: { text: string }[] }[]).flatMap((each) => each.blocks);
  return { title: (JSON.parse(head) as { title: string }).title, texts: blocks.map((block) => block.text) };
}

it.each<[string, Buffer, string]>([
  ['UTF-8 that nobody declares', Buffer.from('<title>Größe</title><p>café</p>'), 'text/html; charset=utf-8'],
  [
    'windows-1252 by its header',
    Buffer.from('<title>Größe</title><p>café</p>', 'latin1'),
    'text/html; charset=iso-8859-1',
  ],
  [
    'windows-1252 by itself',
    Buffer.from('<meta charset=latin1><title>Größe</title><p>café</p>', 'latin1'),
    'text/html',
  ],
  ['UTF-16', Buffer.from('\ufeff<title>Größe</title><p>café</p>', 'utf16le'), 'text/html'],
])('reads a page in %s', (_, bytes, contentType) => {
  expect(extract(bytes, contentType)).toEqual({ title: 'Größe', texts: ['café'] });
});

it('reads XHTML, whose elements may close themselves', () => {
  const xhtml =
    '<html xmlns="http://www.w3.org/1999/xhtml"><title>T</title><body><script src="a.js"/><p>Seen</p></body></html>';
  expect(extract(Buffer.from(xhtml), 'application/xhtml+xml').texts).toEqual(['Seen']);
});

it('says when the raw page is damaged', () => {
  const object = putObject(dataFolder, Buffer.from('<p>whole</p>'));
  fs.writeFileSync(objectFile(dataFolder, object), 'other');
  const task = { dataFolder, object, contentType: 'text/html' };
  expect(() => extractText(task)).toThrow(OffprintError);
  expect(() => extractText(task)).toThrow(expect.objectContaining({ code: 'object-damaged' }));
});
