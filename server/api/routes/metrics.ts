import type { Registry } from 'prom-client';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Returns the endpoint for metrics. */
export function metricsEndpoints(services: Services, release: string): Endpoint[] {
  let registry: Promise<Registry> | undefined;
  return [
    endpoint({
      method: 'GET',
      path: '/metrics',
      operationId: 'getMetrics',
      tag: 'Diagnostics',
      summary: 'Get metrics for Prometheus',
      description: 'All metrics in the Prometheus text format. See docs/operations.md for their meanings.',
      scope: 'read',
      responses: { 200: { description: 'The metrics.', mediaTypes: ['text/plain'] } },
      handle: async () => {
        registry ??= import('../metrics.ts').then(({ metrics }) => metrics(services, release)); // rarely used
        const { contentType } = await registry;
        const text = await (await registry).metrics();
        return {
          respond: (_request, response) => {
            response.writeHead(200, { 'content-type': contentType });
            response.end(text);
          },
        };
      },
    }),
  ];
}
