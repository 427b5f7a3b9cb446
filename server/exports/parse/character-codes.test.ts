import { expect, it } from 'vitest';
import { codesOf } from './character-codes.ts';
import { readElements } from './elements.ts';
import { readHtml } from './html.ts';

it.each(['', 'a<b>', 'größe', 'ļ Ĩ 中 😀', '\u00e9\u00ff'])('has the codes of "%s", and a zero', (text) => {
  const codes = [...Array(text.length).keys()].map((at) => text.charCodeAt(at));
  expect([...codesOf(text)]).toEqual([...codes, 0]);
});

it('takes no character for a tag whose lower half is one', () => {
  const text = 'aļp> <b title="Ģļ">ļi></b>'; // the low bytes of U+013C and U+0122 are the codes of < and "
  const names: string[] = [];
  readHtml(text, { open: ({ name }) => names.push(name), close: (name) => names.push(`/${name}`) });
  expect(names).toEqual(['b', '/b']);
  let read = '';
  const open = (_: string, attributes: { get: (name: string) => string | undefined }): boolean => {
    read += `[${attributes.get('title')}]`;
    return true;
  };
  readElements(text, { open, close: () => {}, text: (data) => (read += data) }, false);
  expect(read).toBe('aļp> [Ģļ]ļi>');
});

it('finds what is near and what is far', () => {
  for (const distance of [0, 1, 63, 64, 65, 200]) {
    const filler = 'x'.repeat(distance);
    const found: [string, string][] = [];
    const text = `${filler}<i title="${filler}">`;
    readHtml(text, {
      open: ({ name, attributes: [title] }) =>
        found.push([name, text.slice(title?.valueStart ?? 0, title?.valueEnd ?? 0)]),
      close: () => {},
    });
    expect(found).toEqual([['i', filler]]);
  }
});
