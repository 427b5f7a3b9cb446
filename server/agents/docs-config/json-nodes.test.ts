import { getNodeValue } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { endOf, itemsOf, JsonFault, member, parseJson, stringOf } from './json-nodes.ts';

it.each([
  ['', 1],
  ['{"a": 1} // why', 1],
  ['{\n/* why */ "a": 1}', 2],
  ['{"a": 1,\n}', 2],
  ['[1,\n\n,2]', 3],
  ['{"a" 1}', 1],
  ["{'a': 1}", 1],
  ['[01]', 1],
  ['[1.]', 1],
  ['[NaN]', 1],
  ['["\t"]', 1],
  ['["\\x"]', 1],
  ['["\u2028",\u00a01]', 1],
  ['[1]\n[2]', 2],
  ['{"a": [1', 1],
])('refuses what JSON.parse() refuses, and says in which line: %j', (text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(() => parseJson(text)).toThrow(JsonFault);
  expect(() => parseJson(text)).toThrow(new RegExp(`^[A-Z][a-z ]+ on line ${line}$`));
});

it('reads what JSON.parse() reads, and knows where every value stands', () => {
  const text = ' {"a": [1, -2.5e3, "\\u00e9\\n", {"b": null}], "c": {}, "d": true}\r\n';
  const root = parseJson(text);
  expect(getNodeValue(root)).toEqual(JSON.parse(text));
  const list = member(root, 'a');
  const third = list && itemsOf(list)[2];
  expect(third && text.slice(third.offset, endOf(third))).toBe('"\\u00e9\\n"');
});

it('takes a byte order mark, which counts as one character', () => {
  const text = '\uFEFF{"a": "b"}';
  const node = member(parseJson(text), 'a');
  expect(node && text.slice(node.offset, endOf(node))).toBe('"b"');
});

it('has the last value of a name that occurs twice', () => {
  expect(stringOf(member(parseJson('{"a": "first", "a": "last"}'), 'a'))).toBe('last');
});

it('refuses more than 200 levels before the stack overflows, and takes a string of two megabytes', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(itemsOf(parseJson(nested(200)))).toHaveLength(1);
  expect(() => parseJson(nested(201))).toThrow('Too many nested levels on line 1');
  expect(() => parseJson('{"a":'.repeat(400_000))).toThrow('Too many nested levels on line 1');
  expect(stringOf(parseJson(`"${'a'.repeat(2_000_000)}"`))).toHaveLength(2_000_000);
});
