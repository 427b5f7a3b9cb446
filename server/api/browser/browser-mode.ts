import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OWNER } from '../authenticate.ts';
import { isOwnOrigin } from '../cross-site.ts';
import type { Caller } from '../endpoint.ts';
import { isInterfaceHost, type Listening, type NameSettings } from '../host-header.ts';
import { INTERFACE_HEADERS } from './headers.ts';
import type { InterfaceFiles } from './interface-files.ts';
import { loginLinks } from './login-links.ts';
import { NOTICE_POLICY, noticePage } from './notice.ts';
import { browserSessions } from './sessions.ts';

/** The user interface in a browser, served by the API's network listener. */
export type BrowserMode = Readonly<{
  /** False if the interface has not been built: then there is nothing to log in to. */
  isBuilt: boolean;
  makeLink: () => { path: string; expiresAt: number };
  /** Whether a request is for a page or file of the interface. `answer` handles these. */
  isPage: (method: string, path: string) => boolean;
  answer: (request: IncomingMessage, response: ServerResponse, path: string, listening: Listening) => void;
  /**
   * Returns the owner if the request has both secrets of an open session and comes from a page of this server: its
   * Origin is ours or, for a read, Sec-Fetch-Site says so. The cookie alone is not enough, because browsers send it to
   * every port of a host (RFC 6265 §8.5).
   */
  callerOf: (request: IncomingMessage, listening: Listening) => Caller | undefined;
  /** Whether the session of a request is still open. Does not extend the session. */
  isStillAuthorized: (request: IncomingMessage, listening: Listening) => boolean;
  /** Ends the session of a request that has both of its secrets. */
  endSession: (request: IncomingMessage, listening: Listening) => void;
}>;

/**
 * Storage key and header of the interface's session token (renderer/api/client.ts). Storage is separate for each port.
 */
const SESSION_STORAGE_KEY = 'offprint-session';
const SESSION_HEADER = 'offprint-session';
const LOGIN = /^\/login\/([A-Za-z0-9_-]{20,100})$/;

export function browserMode(files: InterfaceFiles, settings: () => NameSettings): BrowserMode {
  const links = loginLinks();
  const sessions = browserSessions();

  /** Returns the values of all cookies with the session's name. A browser sends one; other clients may send more. */
  const cookiesOf = (header: string | undefined, listening: Listening): string[] => {
    const name = cookieName(listening);
    return (header ?? '').split(';').flatMap((pair) => {
      const [key, value] = pair.split('=', 2).map((part) => part.trim());
      return key === name && value !== undefined ? [value] : [];
    });
  };

  const isOwnCall = (request: IncomingMessage, listening: Listening): boolean => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOwn =
      origin !== undefined
        ? isOwnOrigin(origin, request, listening, settings())
        : isRead && (site === 'same-origin' || site === 'none');
    return isOwn && isInterfaceHost(request, listening, settings());
  };

  const logIn = (request: IncomingMessage, response: ServerResponse, token: string, listening: Listening) => {
    // A prefetch (by a browser or a link scanner) does not use up the link.
    if (request.method !== 'GET' || request.headers['sec-purpose'] !== undefined) {
      respond(response, 503, 'Open this link', 'The link works once, for the first person who opens it.');
      return;
    }
    if (!isInterfaceHost(request, listening, settings())) {
      respond(
        response,
        403,
        'Open the link exactly as you received it',
        'This link only works with the host name it was created with. Copy the whole link, including the host name.',
      );
      return;
    }
    if (!links.redeem(token)) {
      respond(
        response,
        403,
        'This login link no longer works',
        'A link works once and expires after ten minutes. Get a new one on the computer that runs the server: offprint login',
      );
      return;
    }
    const { publicUrl } = settings();
    const isSecure =
      listening.isTls ||
      (publicUrl.startsWith('https:') && new URL(publicUrl).host === request.headers.host?.toLowerCase());
    const { cookie, token: sessionToken } = sessions.open();
    response.setHeader(
      'set-cookie',
      `${cookieName(listening)}=${cookie}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    );
    // Not a redirect: a link in an email is a cross-site navigation, so a redirect would not send the Strict cookie.
    respond(
      response,
      200,
      'You are logged in',
      "The interface opens automatically. If it does not, open this server's address.",
      sessionToken,
    );
  };

  return {
    isBuilt: files.has('/'),
    makeLink: () => {
      const { token, expiresAt } = links.make();
      return { path: `/login/${token}`, expiresAt };
    },
    isPage: (method, path) =>
      (method === 'GET' || method === 'HEAD') &&
      (path === '/' || path.startsWith('/assets/') || LOGIN.test(path)),
    answer: (request, response, path, listening) => {
      const token = LOGIN.exec(path)?.[1];
      if (token !== undefined) return logIn(request, response, token, listening);
      if (
        !isInterfaceHost(request, listening, settings()) ||
        !cookiesOf(request.headers.cookie, listening).some((cookie) => sessions.isOpen(cookie))
      ) {
        return respond(
          response,
          401,
          'Log in with a link',
          "To open this server's interface, you need a login link. Get one on the computer that runs the server: offprint login",
        );
      }
      const file = files.get(path);
      if (!file) {
        return respond(
          response,
          404,
          'Not found',
          files.has('/')
            ? 'The interface does not contain this file. Reload the page.'
            : 'The interface has not been built. Build it with: npm run build',
        );
      }
      for (const [name, value] of Object.entries(INTERFACE_HEADERS)) response.setHeader(name, value);
      response.setHeader(
        'cache-control',
        file.isHashed ? 'private, max-age=31536000, immutable' : 'no-cache',
      );
      response.setHeader('etag', file.etag);
      if (request.headers['if-none-match'] === file.etag) {
        response.writeHead(304).end();
        return;
      }
      response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length });
      response.end(request.method === 'HEAD' ? undefined : file.bytes);
    },
    callerOf: (request, listening) => {
      const token = tokenOf(request);
      if (token === undefined || !isOwnCall(request, listening)) return undefined;
      const cookies = cookiesOf(request.headers.cookie, listening);
      return cookies.some((cookie) => sessions.use(cookie, token)) ? OWNER : undefined;
    },
    isStillAuthorized: (request, listening) => {
      const token = tokenOf(request);
      const cookies = cookiesOf(request.headers.cookie, listening);
      return token !== undefined && cookies.some((cookie) => sessions.isOpen(cookie, token));
    },
    endSession: (request, listening) => {
      const token = tokenOf(request);
      for (const cookie of cookiesOf(request.headers.cookie, listening)) {
        if (token !== undefined && sessions.isOpen(cookie, token)) sessions.end(cookie);
      }
    },
  };
}

/** Cookies are shared by all ports, so two servers on one computer need different names. */
function cookieName({ port }: Listening): string {
  return `offprint-session-${port}`;
}

function tokenOf(request: IncomingMessage): string | undefined {
  const token = request.headers[SESSION_HEADER];
  return typeof token === 'string' ? token : undefined;
}

/** @param sessionToken token that the page puts into the storage of its origin before opening the interface */
function respond(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  sessionToken?: string,
): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      sessionToken === undefined ? NOTICE_POLICY : `${NOTICE_POLICY}; script-src 'nonce-${nonce}'`,
    'cache-control': 'no-store',
    // Required for every 401 (RFC 9110 §11.6.1). Browsers do not ask for a password because of it.
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="offprint"' }),
  });
  const script =
    sessionToken === undefined ? '' : `<script nonce="${nonce}">${keepToken(sessionToken)}</script>\n`;
  response.end(noticePage(title, text, script));
}

/**
 * Stores the token and opens the interface. If the browser blocks storage, the page says so, rather than opening an
 * interface that would report "logged out".
 */
function keepToken(token: string): string {
  return `
try {
  localStorage.setItem('${SESSION_STORAGE_KEY}', '${token}');
  location.replace('/');
} catch {
  document.querySelector('h1').textContent = 'This browser does not store anything for this page';
  document.querySelector('p').textContent = 'Allow cookies and site data for it, then open a new link: offprint login';
}
`;
}
