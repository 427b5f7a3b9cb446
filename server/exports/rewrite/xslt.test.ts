import { expect, it } from 'vitest';
import { transformProblems } from './xslt.ts';

const problemsOf = (xml: string, type = 'text/xml'): readonly unknown[] =>
  transformProblems(Buffer.from(xml), type);

it('an XML file that a style sheet makes a page of is named', () => {
  const xml = '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="style.xsl"?><changes/>';
  expect(problemsOf(xml)).toEqual([
    {
      kind: 'file-protocol',
      url: 'style.xsl',
      element: 'xml-stylesheet',
      reason: expect.stringMatching(/XSLT.*style\.xsl.*blocked by Chromium and Firefox/),
    },
  ]);
  expect(problemsOf(xml, 'application/rss+xml')).toHaveLength(1);
});

it.each([
  ['another style sheet', '<?xml-stylesheet type="text/css" href="style.css"?><a/>', 'text/xml'],
  ['none', '<?xml version="1.0"?><urlset/>', 'application/xml'],
  ['no XML', '<?xml-stylesheet type="text/xsl" href="style.xsl"?>', 'text/plain'],
])('not one with %s', (_, xml, type) => {
  expect(problemsOf(xml, type)).toEqual([]);
});
