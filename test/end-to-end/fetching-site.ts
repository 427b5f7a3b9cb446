import { type Files, makeSite, page } from '../stand-ins/fixture-site.ts';

/**
 * A script that renders an API like playgrounds that fetch their document: its text, that of the documents it refers
 * to, a link to it, and a button that calls the server named in it.
 */
const DRAW = `const place = document.getElementById('swagger-ui');
const byFetch = (url) => fetch(url).then(async (answer) => [await answer.text(), answer.url]);
const byRequest = (url) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.onload = () => resolve([request.responseText, request.responseURL]);
  request.onerror = reject;
  request.send();
});
const get = place.dataset.by === 'request' ? byRequest : byFetch;
const draw = async () => {
  const [text, from] = await get(place.dataset.url);
  const other = text.match(/ref"?: "?([^"\\s]+)/);
  const [schema] = other ? await get(new URL(other[1], from).href) : [''];
  const server = text.match(/https:\\/\\/api[^"\\s]+/)[0];
  place.innerHTML = '<div class="swagger-ui"><a>The document</a><pre id="document"></pre><button class="try-out" id="try">Try it</button><pre id="answer"></pre></div>';
  place.querySelector('a').href = place.dataset.url;
  document.getElementById('document').textContent = text + schema;
  const show = (answer) => { document.getElementById('answer').textContent = answer; };
  document.getElementById('try').onclick = () => {
    fetch(server + '/things').then((answer) => answer.text()).then(show, () => show('refused'));
  };
};
draw();
`;

/** Characters that must survive: end of a script, line separators, characters beyond ASCII and beyond the BMP. */
export const ODD = '</script> \u2028 \u2029 größer 𝒳 \\u0041 \\\\ `x` <!-- ';
const json = (summary: string, more: object = {}): string =>
  JSON.stringify(
    { openapi: '3.1.0', servers: [{ url: 'https://api.example.com/v1' }], summary, ...more },
    null,
    1,
  );
const yaml = (summary: string): string =>
  `openapi: 3.1.0\nservers:\n- url: https://api.example.com/v1\n$ref: schemas/thing.yaml\nsummary: ${summary}\n`;

const playground = (url: string, by = 'fetch'): string =>
  page(
    `API of ${url}`,
    `<div id="swagger-ui" data-url="${url}" data-by="${by}"></div><script src="/draw.js"></script>`,
  );

/** Each page that keeps its playground, and the beginning of its document. */
export const KEPT: Readonly<Record<string, string>> = {
  'reference/root.html': 'The things of the root',
  'reference/request.html': 'The things of a request',
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [`reference/${name}.html`, `The things of ${name}`]),
  ),
};

/** Its document is not text. */
export const FROZEN = 'binary.html';

export const FETCHING: Files = {
  'index.html': page(
    'Start',
    [...Object.keys(KEPT), FROZEN].map((file) => `<a href="${file}">${file}</a>`).join(' '),
  ),
  'draw.js': DRAW,
  'openapi.json': json('The things of the root', {
    description: ODD,
    $ref: './reference/schemas/thing.yaml',
  }),
  'reference/root.html': playground('/openapi.json'),
  'reference/request.html': playground('api.yaml?v=1', 'request'),
  'reference/api.yaml': yaml('The things of a request'),
  'reference/schemas/thing.yaml': 'type: object\ndescription: A thing is one of its kind.\n',
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
      [`reference/${name}.html`, playground(`${name}.json`)],
      [`reference/${name}.json`, json(`The things of ${name}`)],
    ]),
  ),
  [FROZEN]: page(
    'API in another form',
    `<section><div id="swagger-ui"></div></section><script>fetch('api.bin').then((answer) => answer.arrayBuffer()).then((bytes) => {
      document.getElementById('swagger-ui').textContent = 'An API that is told in ' + bytes.byteLength + ' bytes.';
    })</script>`,
  ),
  'api.bin': Buffer.from([0xff, 0xfe, 0, 1]),
};

export const makeFetchingSite = (): string => makeSite(FETCHING);
