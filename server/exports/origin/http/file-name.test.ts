import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['attachment', undefined],
  ['attachment; filename="user manual.pdf"', 'user manual.pdf'],
  ['attachment; filename=manual.pdf', 'manual.pdf'],
  ['inline; FILENAME = "a\\"b.pdf"; size=3', 'a"b.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'caf%C3%A9.pdf', 'café.pdf'],
  ["attachment; filename=x.pdf; filename*=UTF-8''%E9.pdf", 'x.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
  ['attachment; filename=".."', undefined],
])('%s: %s', (disposition, name) => expect(fileNameOf(disposition)).toBe(name));
