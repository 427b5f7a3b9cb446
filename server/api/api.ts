import type { IncomingMessage, ServerResponse } from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import Koa from 'koa';
import { admitConnection } from '../connection-limits.ts';
import { ApiError, asApiError } from './api-error.ts';
import { auditEntryOf, isAudited, nameBefore } from './audit-of-call.ts';
import type { Authenticator } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { type BodyRoom, bodyRooms, type JsonBody, readBinary, readJson } from './body.ts';
import { callerName } from './caller-name.ts';
import { refuseCrossSite } from './cross-site.ts';
import { type Answer, type Call, type Caller, type Endpoint, isStream, type Stream } from './endpoint.ts';
import { requireEnterprisePlan } from './enterprise-plan.ts';
import type { Listening } from './host-header.ts';
import { idempotentAnswers, identityOf } from './idempotency-key.ts';
import type { Services } from './services.ts';
import { closeWhenUnauthorized } from './stream-revocation.ts';
import { validated } from './validate.ts';

/** How a request reached the server. */
export type Transport = Readonly<{
  /** Undefined on the private socket, which no web page can reach. */
  listening: Listening | undefined;
  /** The secret of this launch. Only set on the private socket. */
  ownerSecret: string | undefined;
}>;

export type Api = (request: IncomingMessage, response: ServerResponse, transport: Transport) => void;

type State = {
  transport: Transport;
  caller: Caller;
  /** Counts the connection as waiting while its response is being read. */
  countConnection?: () => void;
};

/**
 * Creates the HTTP API: authenticates the caller, authorizes and validates the request, then runs the operation. The
 * body of every error response is `{"error": sentence}`.
 */
export function createApi(
  endpoints: readonly Endpoint[],
  services: Services,
  authenticator: Authenticator,
): Api {
  const transports = new WeakMap<IncomingMessage, Transport>();
  const app = new Koa<State>();
  const router = new Router<State>({ sensitive: true, strict: true });
  const withIdempotency = idempotentAnswers(services.host);
  const roomForBody = bodyRooms();
  const places = endpoints.map(({ method, path, scope }) => ({ method, scope, pattern: pattern(path) }));

  app.use(async (ctx, next) => {
    const { logger } = services;
    if (!logger.writes('debug')) return next();
    const began = performance.now();
    await next();
    const { method, url, status } = ctx;
    const ms = Math.round(performance.now() - began);
    logger.debug(`${method} ${url} ${status}`, {
      method,
      url,
      status,
      ms,
      caller: ctx.state.caller?.id ?? null,
    });
  });
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { answer, isOurs } = asApiError(error);
      if (isOurs) {
        const said = error instanceof Error ? error.stack : String(error);
        services.logger.error(`${ctx.method} ${ctx.path}: ${said}`, { method: ctx.method, path: ctx.path });
      }
      if (ctx.headerSent) {
        ctx.respond = false;
        ctx.res.destroy();
        return;
      }
      ctx.set(answer.headers);
      ctx.status = answer.status;
      ctx.body = { error: answer.message };
    }
  });
  app.use(async (ctx, next) => {
    const transport = transports.get(ctx.req);
    if (!transport) throw new ApiError(500, 'The request came over a connection type that is not supported.');
    ctx.state.transport = transport;
    ctx.set({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const isPage = transport.listening !== undefined && services.browser.isPage(ctx.method, ctx.path);
    const isOpen = isPage || isPublic(ctx.method, ctx.path);
    if (transport.listening) refuseCrossSite(ctx.req, transport.listening, services.settings, isOpen);
    if (isPage && transport.listening) {
      services.browser.answer(ctx.req, ctx.res, ctx.path, transport.listening);
      ctx.respond = false;
      return;
    }
    if (isOpen) return next();
    ctx.state.caller = callerOf(ctx.req, transport);
    ctx.state.countConnection = admitConnection(ctx.req);
    await next();
  });
  for (const definition of endpoints) {
    router.register(definition.path, [definition.method], async (ctx) => {
      const room = roomForBody();
      const answer = await carryOut(definition, ctx, room).finally(room.leave);
      ctx.state.countConnection?.();
      if (isStream(answer)) {
        if (definition.scope !== 'none') {
          closeWhenUnauthorized(ctx.res, () => isStillAuthorized(ctx.req, ctx.state.transport));
        }
        answer.respond(ctx.req, ctx.res);
        ctx.respond = false; // set only now, so that errors before the head is sent are answered as usual
        return;
      }
      ctx.set({ ...answer.headers });
      ctx.status = answer.status;
      ctx.body = answer.body ?? null;
      ctx.status = answer.status; // again, because a null body sets 204
    });
  }
  app.use(router.routes());
  app.use((ctx) => {
    const methods = places.filter((place) => place.pattern.test(ctx.path)).map(({ method }) => method);
    const allowed = [...new Set(methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods)];
    if (allowed.length === 0) {
      throw new ApiError(
        404,
        `There is nothing at ${ctx.path.slice(0, 200)}. GET /openapi.json lists all endpoints.`,
      );
    }
    throw new ApiError(
      405,
      `${ctx.path.slice(0, 200)} does not allow ${ctx.method}. It allows ${allowed.join(', ')}.`,
      {
        allow: allowed.join(', '),
      },
    );
  });
  // Only errors of connections that closed during a response get here.
  app.on('error', () => {});
  app.silent = true;

  /** Returns the caller. An Authorization header takes precedence over a browser session. */
  function callerOf(request: IncomingMessage, transport: Transport): Caller {
    const session =
      transport.listening && request.headers.authorization === undefined
        ? services.browser.callerOf(request, transport.listening)
        : undefined;
    return session ?? authenticator.callerOf(request, transport.ownerSecret);
  }

  /**
   * Whether the client of an open stream may still read it: its session may have ended or its key may have been
   * revoked.
   */
  function isStillAuthorized(request: IncomingMessage, { listening, ownerSecret }: Transport): boolean {
    return request.headers.authorization === undefined
      ? listening !== undefined && services.browser.isStillAuthorized(request, listening)
      : authenticator.isStillAuthorized(request, ownerSecret);
  }

  function isPublic(method: string, path: string): boolean {
    return places.some(
      (place) =>
        place.scope === 'none' &&
        (place.method === method || (method === 'HEAD' && place.method === 'GET')) &&
        place.pattern.test(path),
    );
  }

  async function carryOut(definition: Endpoint, ctx: RouterContext<State>, room: BodyRoom) {
    const { caller } = ctx.state;
    if (definition.scope !== 'none') authorize(caller, definition.scope);
    const bytes = definition.takesBytes && (await readBinary(ctx.req, room, definition.bodyMaxBytes));
    const body =
      !bytes && (definition.method === 'POST' || definition.method === 'PATCH')
        ? await readJson(ctx.req, room, definition.bodyMaxBytes)
        : NO_BODY;
    if (definition.needsEnterprise) requireEnterprisePlan(services.host.store());
    const params = validated(definition.params, ctx.params, 'path parameter');
    const query = validated(definition.query, { ...ctx.query }, 'query parameter');
    const value = bytes ?? validatedBody(definition, body);
    const { listening } = ctx.state.transport;
    const call = {
      params,
      query,
      body: value,
      caller,
      header: (name: string) => headerOf(ctx.req, name),
      endSession: () => listening && services.browser.endSession(ctx.req, listening),
    };
    const identity = identityOf(definition, {
      caller,
      path: `${ctx.method} ${ctx.path}`,
      key: headerOf(ctx.req, 'idempotency-key'),
      body: body.bytes,
    });
    const handle = async (once: Call<unknown, unknown, unknown>['once']): Promise<Answer | Stream> => {
      if (!isAudited(definition)) return definition.handle({ ...call, once });
      const { store, command } = services.host;
      const name = nameBefore(store(), params);
      const answer = await definition.handle({ ...call, once });
      const by = callerName(store(), caller.id);
      await command(
        'addAuditEntry',
        auditEntryOf(definition, call, isStream(answer) ? undefined : answer, by, name),
      );
      return answer;
    };
    if (!identity) return handle(undefined);
    return withIdempotency(definition, identity, handle);
  }

  const callback = app.callback();
  return (request, response, transport) => {
    transports.set(request, transport);
    callback(request, response);
  };
}

const NO_BODY: JsonBody = { bytes: Buffer.alloc(0), value: undefined };

function validatedBody(definition: Endpoint, { value }: JsonBody): unknown {
  if (!definition.body) {
    if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return undefined;
    if (isObject(value)) {
      throw new ApiError(400, `This endpoint takes no body. Remove the field "${Object.keys(value)[0]}".`);
    }
    throw new ApiError(400, 'This endpoint takes no body. Send the request without one.');
  }
  if (value === undefined) {
    if (definition.bodyOptional) return validated(definition.body, {}, 'field');
    throw new ApiError(
      400,
      'Send a JSON object as the body, with the header Content-Type: application/json.',
    );
  }
  return validated(definition.body, value, 'field');
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a route path to a regular expression: `:name` matches one segment. */
function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
}
