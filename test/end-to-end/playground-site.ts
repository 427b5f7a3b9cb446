import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSite, page } from '../stand-ins/fixture-site.ts';

/** A page as Swagger UI makes it: a script fills an empty element from the document in the page. */
const playground = `<p>What you may ask of things.</p>
<div id="swagger-ui"></div>
<script>const spec = { servers: [{ url: 'https://api.example.com/v1' }], paths: { '/things': { get: {}, post: {} } } };</script>
<script src="try.js"></script>`;
const script = `document.getElementById('swagger-ui').innerHTML =
  '<div class="swagger-ui"><h2>GET and POST /things</h2><p>Lists things, or adds one to them, in the order of their names.</p>' +
  '<button class="try-out" id="try">Try it</button> <button class="try-out" id="post">Try to add</button><pre id="answer"></pre></div>';
const show = (text) => { document.getElementById('answer').textContent = text; };
const things = spec.servers[0].url + '/things';
document.getElementById('try').addEventListener('click', () => {
  fetch(things + '?limit=2').then((answer) => answer.text()).then(show, () => show('refused'));
});
document.getElementById('post').addEventListener('click', () => {
  const request = new XMLHttpRequest();
  request.open('POST', things);
  request.onload = () => show(request.responseText);
  request.onerror = () => show('refused');
  request.send('a thing');
});
`;
/**
 * Makes a site with one API page.
 * @returns its folder
 */
export function makePlaygroundSite(): string {
  return makeSite({
    'index.html': page('Start', '<a href="reference/things/list.html">Things</a>'),
    'reference/things/list.html': page('List things', playground),
    'reference/things/try.js': script,
  });
}

export const PAGE = 'reference/things/list.html';
export type Api = Readonly<{ address: string; host: string; calls: string[]; close: () => unknown }>;

/** A server that accepts calls from any origin and echoes the request line. */
export async function startApi(): Promise<Api> {
  const calls: string[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = `${request.method} ${request.url} ${Buffer.concat(chunks)}`.trim();
      calls.push(call);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(`answer to ${call}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address: `http://${host}`, host, calls, close: () => server.close() };
}
