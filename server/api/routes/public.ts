import { type Endpoint, endpoint } from '../endpoint.ts';
import { type OpenApi, openApi } from '../openapi.ts';
import { referencePage } from '../reference-page.ts';
import { health } from '../schemas.ts';

const tag = 'This server';

/** Returns the public endpoints, which reveal nothing that the server stores. */
export function publicEndpoints(others: readonly Endpoint[], release: string): Endpoint[] {
  // Kept as bytes, so that concurrent responses share one copy.
  let description: Buffer | undefined;
  let page: Buffer | undefined;
  const described = (): OpenApi => openApi([...others, ...endpoints]);
  const endpoints: Endpoint[] = [
    endpoint({
      method: 'GET',
      path: '/healthz',
      operationId: 'getHealth',
      tag,
      summary: 'Check whether the server is up',
      description: 'While the server is starting, every call returns 503.',
      scope: 'none',
      responses: { 200: { description: 'The server is up.', schema: health } },
      handle: () => ({ status: 200, body: { status: 'ok', version: release } }),
    }),
    endpoint({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tag,
      summary: 'Get the OpenAPI description',
      description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
      scope: 'none',
      responses: { 200: { description: 'The description.', mediaTypes: ['application/json'] } },
      handle: () => ({
        respond: (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
          description ??= Buffer.from(JSON.stringify(described()));
          response.end(description);
        },
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/reference',
      operationId: 'getReference',
      tag,
      summary: 'Read the API reference',
      description: 'A single self-contained page.',
      scope: 'none',
      responses: { 200: { description: 'The page.', mediaTypes: ['text/html'] } },
      handle: () => ({
        respond: (_request, response) => {
          response.writeHead(200, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          });
          page ??= Buffer.from(referencePage(described()));
          response.end(page);
        },
      }),
    }),
  ];
  return endpoints;
}
