import { describe, expect, it } from 'vitest';
import { makeSite } from '../site.test-support.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pageOf = async (schemas: object): Promise<string> => {
  const content = { 'application/json': { schema: ref('S0') } };
  const { files } = await makeSite({
    'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['a'] } }),
    'a.mdx': '---\nopenapi: POST /x\n---\n',
    'api.json': JSON.stringify({
      openapi: '3.0.3',
      paths: { '/x': { post: { requestBody: { content }, responses: {} } } },
      components: { schemas },
    }),
  });
  return files.get('a.html') ?? '';
};

describe('the page of an operation ends', () => {
  it('with a schema that consists of itself', async () => {
    const own = { type: 'object', properties: { name: { type: 'string' } } };
    const page = await pageOf({
      S0: { ...own, allOf: [ref('S0'), ref('S0'), ref('S1')] },
      S1: { allOf: [ref('S0')] },
    });
    expect(page).toContain('id="param-name"');
  });

  it('with alternatives that have the same alternatives', async () => {
    const choices = Array.from({ length: 20 }, () => ref('S1'));
    const page = await pageOf({ S0: { properties: { first: { oneOf: choices } } }, S1: { oneOf: choices } });
    expect(page).toContain('Option 20');
  });

  it('with objects that have the next ones several times', async () => {
    const level = (at: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 6 }, (_, one) => [
          `p${at}_${one}`,
          at < 12 ? ref(`S${at + 1}`) : { type: 'string' },
        ]),
      ),
    });
    const page = await pageOf(
      Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`S${at}`, level(at)])),
    );
    expect(page).toContain('p0_5');
    expect(page.length).toBeLessThan(10_000_000);
  });
});
