import vm from 'node:vm';
import { expect, test } from 'vitest';
import { documentFile, documentScript } from './document-script.ts';

test.each(['{ "a": 1 }', '\ufeff</script><!-- \u2028 \u2029 \0 größer \u{1d4b3} \\u0041 `x` \r\n\t" \'', ''])(
  'a script hands in what it carries, character by character: %j',
  (text) => {
    const carried: unknown[] = [];
    const offprintPlayground = { carry: (...all: unknown[]) => carried.push(...all) };
    const bytes = Buffer.from(documentScript(text, 'application/json; charset="utf-8"'));

    // As a browser decodes it (WHATWG Encoding 6, BOM sniffing).
    vm.runInNewContext(new TextDecoder().decode(bytes), { offprintPlayground });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(carried).toEqual(['application/json; charset="utf-8"', text]);
  },
);

test('its name tells of the path alone, and is no other path', () => {
  expect(documentFile('a/openapi.json')).toMatch(/^offprint-playground\/[0-9a-f]{16}\.js$/);
  expect(documentFile('a/openapi.json')).not.toBe(documentFile('b/openapi.json'));
});
