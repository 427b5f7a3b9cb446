import { describeHarmless, describeObeyed } from './brought.test-support.ts';

describeObeyed(
  'at the top of a page, a build would obey',
  {
    'a.md': [
      ['---\n{title: x, head: [[script, {}, "alert(1)"]]}\n---\n# x\n', 'directive'],
      ['---\ntitle: x\n? head\n: - - script\n---\n# x\n', 'directive'],
      ['---\n"he\\x61d":\n  - - script\n---\n# x\n', 'directive'],
      ['---\n!!str head: 1\n---\n# x\n', 'directive'],
      ['---\n&a head: 1\n---\n# x\n', 'directive'],
      ['---\ntitle: &a head\n*a : 1\n---\n# x\n', 'directive'],
      ['---\n  head: 1\n---\n# x\n', 'directive'],
      ['---\r\nhead: 1\r\n---\r\n# x\r\n', 'directive'],
      ['\n\n---\nhead: 1\n---\n# x\n', 'directive'],
      ['---\ntitle: x\n...\nhead: 1\n---\n', 'directive'],
      ['---\nhead: 1\n...\n# x\n', 'directive'],
      ['---\nlayout: ../../evil\n---\n# x\n', 'directive'],
      ['---\npermalink: ../../../tmp/x.html\n---\n# x\n', 'directive'],
      ['---\neleventyComputed:\n  x: y\n---\n# x\n', 'directive'],
      ['---\ntitle: x\nrender_macros: true\n---\n# x\n', 'directive'],
      ['---\ntitle: x\na-name-of-tomorrow: y\n---\n# x\n', 'directive'],
      ['---\ntitle: "\\x7b{ config }}"\n---\n# x\n', 'directive'],
      ['---\ntitle: "\\x3cscript>alert(1)</script>"\n---\n# x\n', 'directive'],
      ['---\n# <script>alert(1)</script>\ntitle: x\n---\n# x\n', 'directive'],
      ['---\nimage: "https:\\/\\/evil.test/x.png"\n---\n# x\n', 'new-host'],
      ['---\nurl: "java\\tscript:alert(1)"\n---\n# x\n', 'active-address'],
      ['---\nx: &a !!python/object/apply:os.system [id]\n---\n# x\n', 'directive'],
      ['+++\ntemplate = "evil.html"\n+++\n# x\n', 'directive'],
      ['{\n"layout": "evil"\n}\n# x\n', 'directive'],
      ['--- js\nmodule.exports = {}\n---\n# x\n', 'directive'],
      ['template: evil.html\ntitle: x\n\n# x\n', 'directive'],
      [`---\n${'"'.repeat(60_000)}\n---\n# x\n`, 'front-matter'],
    ],
    'a.adoc': [['---\nlayout: evil\n---\n= x\n', 'directive']],
    'a.rst': [[':template: evil.html\n\nx\n', 'directive']],
  },
  '',
);

describeObeyed('in a file of data, a build or a browser would obey', {
  'openapi.yaml': [
    ['x: &a !!python/object/apply:os.system [id]', 'directive'],
    ['x: {!!python/object/apply:os.system [id]: 1}', 'directive'],
    ['? !!python/object/apply:os.system [id]\n: 1', 'directive'],
    ['%TAG ! tag:yaml.org,2002:python/\n---\nx: !name:os.system y', 'directive'],
    ['a: 1\n---\nx: !ENV HOME', 'directive'],
    ['a:\n  $ref:\n    ../../.env', 'directive'],
    ['a:\n  "\\x24ref": ../../.env', 'directive'],
    ['a:\n  ? $ref\n  : ../../.env', 'directive'],
    ['x: &r ../../.env\na:\n  $ref: *r', 'directive'],
    ['a: {$ref: x.yaml}', 'directive'],
    ['externalValue: ../../.env', 'directive'],
    ["description: '<x-y is=z>'", 'directive'],
    ['description: "<im\\x67 src=x \\x6fnerror=alert(1)>"', 'directive'],
    ['servers:\n  - url: //evil.test/', 'new-host'],
    ['servers:\n  - url: https://{x}.evil.test/', 'new-host'],
    ['servers:\n  - url: "ht\\x74ps://evil.test/"', 'new-host'],
    ['a: [', 'directive'],
  ],
  'openapi.json': [
    ['{"\\u0024ref": "../../.env"}', 'directive'],
    ['{"a": 1, "$ref": "#/x", "$ref":\n"x.json"}', 'directive'],
    ['{"description":"\\u003cscript>alert(1)\\u003c/script>"}', 'directive'],
    ['{"url":"https:\\/\\/evil.test"}', 'new-host'],
    ['{"url":"\\u006aavascript:alert(1)"}', 'active-address'],
  ],
  '_category_.json': [['{"label":"\\u003cimg src=x \\u006fnerror=alert(1)>"}', 'directive']],
  'nav.yml': [
    ['head:\n  - script', 'directive'],
    ['plugins: [x]', 'directive'],
    ['- ../../../../etc/passwd', 'directive'],
  ],
});

describeHarmless('names and values that only describe', {
  'a.md': [
    '---\ntitle: "Guide: first steps"\ndescription: >-\n  About {name} and 1 < 2,\n  two lines\ntags: [a, b]\nsidebar_position: 2\n---\n# x',
    '---\ntitle: x\nslug: /guide/first\nicon: "book"\n"og:title": y\n---\n# x',
    'Note: this page is short.\n\n# x',
  ],
  'a.rst': ['---\nAbc\n---\n\ntext'],
  'openapi.yaml': [
    'openapi: 3.1.0\ninfo:\n  title: x\n  description: |\n    Text with a <b>word</b> and `code`.\npaths:\n  /a/{id}:\n    get:\n      responses:\n        "200": {$ref: "#/components/responses/Ok"}\ncomponents:\n  schemas:\n    File: {type: object, properties: {head: {type: string}, script: {type: string}}}',
    'when: 2020-01-01\nx: !!set {a, b}\ny: &a [1]\nz: *a',
  ],
  'openapi.json': ['{"a": {"$ref": "#/x"}, "emoji": "\\ud83d\\ude00", "path": "a\\/b"}'],
  'nav.yml': ['- title: Guide\n  path: guide/index.md'],
});
