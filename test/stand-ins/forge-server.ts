import { execFileSync, spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type ForgeKind = 'gitea' | 'gitlab' | 'github' | 'bitbucket';

/**
 * A forge over a real bare repository: the four endpoints as each of the four products answers them (written from their
 * documentation and sources, research/agent.md 4.1, not from a running product: test/KNOWN_GAPS.md), and git itself
 * over smart HTTP.
 */
export type ForgeStandIn = Readonly<{
  /** Address for the forge settings. */
  baseUrl: string;
  /** Address for git fetch and push. */
  gitUrl: string;
  requests: readonly StoredRequest[];
  /** Authorization headers of git requests. */
  gitAuthorizations: readonly string[];
  /** Merges with a squashed commit, as many teams do, and keeps the branch. */
  mergeSquashed: (number: number) => void;
  closeRequest: (number: number) => void;
  /** Answers the next API calls with this status, this many times. */
  failNext: (times: number, status: number) => void;
  /** Opens the request that the next call asks for, but drops the response. */
  loseNextAnswer: () => void;
  close: () => Promise<void>;
}>;

export type StoredRequest = {
  number: number;
  head: string;
  base: string;
  title: string;
  body: string;
  isDraft: boolean;
  state: 'open' | 'merged' | 'closed';
};

export type ForgeOptions = Readonly<{
  kind: ForgeKind;
  /** Folder of the bare repository. */
  repository: string;
  /** `owner/name`, `group/sub/name` or `KEY/slug`. */
  name: string;
  token: string;
  /** The token is read-only. */
  readOnly?: boolean;
  /** Some plans and versions have no drafts. */
  noDrafts?: boolean;
}>;

type Reply = Readonly<{ status: number; body: unknown }>;

type Wire = Readonly<{
  apiPath: string;
  authorized: (headers: http.IncomingHttpHeaders, token: string) => boolean;
  repositoryPath: string;
  listPath: string;
  readNew: (body: Record<string, unknown>) => Omit<StoredRequest, 'number' | 'state'>;
  write: (request: StoredRequest, baseUrl: string) => unknown;
  list: (
    requests: readonly StoredRequest[],
    query: URLSearchParams,
    write: (request: StoredRequest) => unknown,
  ) => unknown;
  duplicate: (request: StoredRequest, baseUrl: string) => Reply;
  empty: Reply;
  noBranch: Reply;
  fault: (status: number) => unknown;
}>;

export async function startForge(options: ForgeOptions): Promise<ForgeStandIn> {
  const requests: StoredRequest[] = [];
  const gitAuthorizations: string[] = [];
  const wire = wireOf(options);
  let failing = { times: 0, status: 500 };
  let losing = false;
  const git = (...argv: string[]): string =>
    execFileSync('git', ['--git-dir', options.repository, ...argv], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        GIT_COMMITTER_NAME: 'forge',
        GIT_COMMITTER_EMAIL: 'f@example.test',
        GIT_AUTHOR_NAME: 'forge',
        GIT_AUTHOR_EMAIL: 'f@example.test',
      },
    }).trim();
  const commitOf = (branch: string): string | null => {
    try {
      return git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    } catch {
      return null;
    }
  };
  git('config', 'http.receivepack', 'true');
  git('config', 'receive.advertisePushOptions', 'true');

  const answer = (
    method: string,
    url: URL,
    headers: http.IncomingHttpHeaders,
    body: Record<string, unknown>,
  ): Reply => {
    const fault = (status: number): Reply => ({ status, body: wire.fault(status) });
    if (failing.times > 0) {
      failing = { ...failing, times: failing.times - 1 };
      return fault(failing.status);
    }
    if (!wire.authorized(headers, options.token)) return fault(401);
    const path = url.pathname.slice(wire.apiPath.length);
    if (method === 'GET' && path === wire.repositoryPath) return { status: 200, body: { id: 1 } };
    if (!path.startsWith(wire.listPath)) return fault(404);
    const write = (request: StoredRequest) => wire.write(request, baseUrl);
    const number = /^\/(\d+)$/.exec(path.slice(wire.listPath.length))?.[1];
    if (number !== undefined) {
      const found = requests.find((request) => request.number === Number(number));
      return found ? { status: 200, body: write(found) } : fault(404);
    }
    if (method === 'GET') return { status: 200, body: wire.list(requests, url.searchParams, write) };
    if (options.readOnly) return fault(403);
    if (options.noDrafts && body.draft === true) {
      return options.kind === 'github'
        ? { status: 422, body: { message: 'Draft pull requests are not supported in this repository.' } }
        : { status: 400, body: { errors: [{ message: 'Unrecognized field "draft"' }] } };
    }
    const asked = wire.readNew(body);
    const [head, base] = [commitOf(asked.head), commitOf(asked.base)];
    if (head === null || base === null) return wire.noBranch;
    const open = requests.find(
      (request) => request.state === 'open' && request.head === asked.head && request.base === asked.base,
    );
    if (open) return wire.duplicate(open, baseUrl);
    if (head === base) return wire.empty;
    const made: StoredRequest = { ...asked, number: requests.length + 1, state: 'open' };
    requests.push(made);
    return { status: 201, body: write(made) };
  };

  const server = http.createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://forge.test');
      const body = Buffer.concat(chunks);
      if (url.pathname.startsWith('/git/')) {
        gitAuthorizations.push(incoming.headers.authorization ?? '');
        if (!incoming.headers.authorization?.includes(gitToken(options))) {
          outgoing.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' });
          outgoing.end();
          return;
        }
        serveGit(options.repository, incoming, url, body, outgoing);
        return;
      }
      const parsed = body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
      const reply = answer(incoming.method ?? 'GET', url, incoming.headers, parsed);
      if (losing && incoming.method === 'POST') {
        losing = false;
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(reply.status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const numbered = (number: number): StoredRequest => {
    const found = requests.find((request) => request.number === number);
    if (!found) throw new Error(`There is no request ${number}`);
    return found;
  };
  return {
    baseUrl,
    gitUrl: `${baseUrl}/git/site.git`,
    requests,
    gitAuthorizations,
    mergeSquashed: (number) => {
      const request = numbered(number);
      const tree = git('merge-tree', '--write-tree', request.base, request.head).split('\n')[0] ?? '';
      const commit = git('commit-tree', tree, '-p', `refs/heads/${request.base}`, '-m', request.title);
      git('update-ref', `refs/heads/${request.base}`, commit);
      request.state = 'merged';
    },
    closeRequest: (number) => {
      numbered(number).state = 'closed';
    },
    failNext: (times, status) => {
      failing = { times, status };
    },
    loseNextAnswer: () => {
      losing = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Expected token in git's header, in the format of each product. */
function gitToken({ kind, token }: ForgeOptions): string {
  if (kind === 'gitlab') return Buffer.from(`oauth2:${token}`).toString('base64');
  if (kind === 'github') return Buffer.from(`x-access-token:${token}`).toString('base64');
  return kind === 'gitea' ? `token ${token}` : `Bearer ${token}`;
}

/** git-http-backend(1) as a CGI program (RFC 3875). */
function serveGit(
  repository: string,
  incoming: http.IncomingMessage,
  url: URL,
  body: Buffer,
  outgoing: http.ServerResponse,
): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: repository,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname.replace('/git/site.git', ''),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: incoming.method,
      CONTENT_TYPE: incoming.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: incoming.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'agent',
    },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.on('error', () => {});
  child.on('close', () => {
    const whole = Buffer.concat(output);
    const end = whole.indexOf('\r\n\r\n');
    const head = whole.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      head.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const { status = '200', ...rest } = headers;
    outgoing.writeHead(Number.parseInt(status, 10), rest);
    outgoing.end(whole.subarray(end + 4));
  });
  child.stdin.end(body);
}

function wireOf({ kind, name }: ForgeOptions): Wire {
  const text = (value: unknown): string => String(value ?? '');
  const [owner = '', slug = ''] = name.split('/');
  const plain = (base: string): Pick<Wire, 'repositoryPath' | 'listPath'> => ({
    repositoryPath: base,
    listPath: `${base}/${kind === 'gitlab' ? 'merge_requests' : kind === 'bitbucket' ? 'pull-requests' : 'pulls'}`,
  });
  switch (kind) {
    case 'gitea':
      return {
        apiPath: '/api/v1',
        ...plain(`/repos/${name}`),
        authorized: (headers, token) => headers.authorization === `token ${token}`,
        readNew: (body) => ({
          head: text(body.head),
          base: text(body.base),
          title: text(body.title),
          body: text(body.body),
          isDraft: text(body.title).startsWith('WIP:'),
        }),
        write: (request, baseUrl) => ({
          number: request.number,
          html_url: `${baseUrl}/${name}/pulls/${request.number}`,
          state: request.state === 'open' ? 'open' : 'closed',
          merged: request.state === 'merged',
          head: { ref: request.head },
          base: { ref: request.base },
        }),
        list: (requests, query, write) => {
          const page = Number(query.get('page') ?? 1);
          return requests
            .filter((request) => request.state === 'open')
            .slice((page - 1) * 50, page * 50)
            .map(write);
        },
        duplicate: () => ({
          status: 409,
          body: { message: 'pull request already exists for these targets' },
        }),
        empty: {
          status: 422,
          body: { message: 'Invalid PullRequest: There are no changes between the head and the base' },
        },
        noBranch: { status: 404, body: { message: "The target couldn't be found." } },
        fault: (status) => ({ message: `status ${status}` }),
      };
    case 'gitlab':
      return {
        apiPath: '/api/v4',
        ...plain(`/projects/${encodeURIComponent(name)}`),
        authorized: (headers, token) => headers['private-token'] === token,
        readNew: (body) => ({
          head: text(body.source_branch),
          base: text(body.target_branch),
          title: text(body.title),
          body: text(body.description),
          isDraft: text(body.title).startsWith('Draft:'),
        }),
        write: (request, baseUrl) => ({
          iid: request.number,
          web_url: `${baseUrl}/${name}/-/merge_requests/${request.number}`,
          state: request.state === 'open' ? 'opened' : request.state,
          source_branch: request.head,
        }),
        list: (requests, query, write) =>
          requests
            .filter(
              (request) =>
                request.state === 'open' &&
                request.head === query.get('source_branch') &&
                request.base === query.get('target_branch'),
            )
            .map(write),
        duplicate: (request) => ({
          status: 409,
          body: {
            message: [`Another open merge request already exists for this source branch: !${request.number}`],
          },
        }),
        empty: { status: 400, body: { message: ['Source branch and target branch are the same'] } },
        noBranch: { status: 400, body: { message: ['Source branch does not exist'] } },
        fault: (status) => ({ message: `${status} fault` }),
      };
    case 'github':
      return {
        apiPath: '/api/v3',
        ...plain(`/repos/${name}`),
        authorized: (headers, token) => headers.authorization === `Bearer ${token}`,
        readNew: (body) => ({
          head: text(body.head),
          base: text(body.base),
          title: text(body.title),
          body: text(body.body),
          isDraft: body.draft === true,
        }),
        write: (request, baseUrl) => ({
          number: request.number,
          html_url: `${baseUrl}/${name}/pull/${request.number}`,
          state: request.state === 'open' ? 'open' : 'closed',
          merged_at: request.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
        }),
        list: (requests, query, write) =>
          requests
            .filter(
              (request) =>
                request.state === 'open' &&
                query.get('head') === `${owner}:${request.head}` &&
                query.get('base') === request.base,
            )
            .map(write),
        duplicate: (request) => ({
          status: 422,
          body: {
            message: 'Validation Failed',
            errors: [
              {
                resource: 'PullRequest',
                code: 'custom',
                message: `A pull request already exists for ${owner}:${request.head}.`,
              },
            ],
          },
        }),
        empty: {
          status: 422,
          body: {
            message: 'Validation Failed',
            errors: [{ resource: 'PullRequest', code: 'custom', message: 'No commits between main and x' }],
          },
        },
        noBranch: {
          status: 422,
          body: {
            message: 'Validation Failed',
            errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }],
          },
        },
        fault: (status) => ({ message: `fault ${status}`, documentation_url: 'https://docs.example.test' }),
      };
    default: {
      const branch = (reference: unknown): string =>
        text((reference as { id?: string })?.id).replace('refs/heads/', '');
      const link = (request: StoredRequest, baseUrl: string) => ({
        self: [{ href: `${baseUrl}/projects/${owner}/repos/${slug}/pull-requests/${request.number}` }],
      });
      const error = (exceptionName: string, message: string, more: object = {}) => ({
        errors: [
          { context: null, message, exceptionName: `com.atlassian.bitbucket.${exceptionName}`, ...more },
        ],
      });
      return {
        apiPath: '/rest/api/latest',
        ...plain(`/projects/${owner}/repos/${slug}`),
        authorized: (headers, token) => headers.authorization === `Bearer ${token}`,
        readNew: (body) => ({
          head: branch(body.fromRef),
          base: branch(body.toRef),
          title: text(body.title),
          body: text(body.description),
          isDraft: body.draft === true,
        }),
        write: (request, baseUrl) => ({
          id: request.number,
          version: 0,
          state: request.state === 'closed' ? 'DECLINED' : request.state.toUpperCase(),
          fromRef: { id: `refs/heads/${request.head}` },
          toRef: { id: `refs/heads/${request.base}` },
          links: link(request, baseUrl),
        }),
        list: (requests, query, write) => ({
          values: requests
            .filter((request) => request.state === 'open' && query.get('at') === `refs/heads/${request.head}`)
            .map(write),
          isLastPage: true,
        }),
        duplicate: (request, baseUrl) => ({
          status: 409,
          body: error('pull.DuplicatePullRequestException', 'Only one pull request may be open', {
            existingPullRequest: { id: request.number, links: link(request, baseUrl) },
          }),
        }),
        empty: {
          status: 409,
          body: error('pull.EmptyPullRequestException', 'The source branch has no changes'),
        },
        noBranch: { status: 404, body: error('commit.NoSuchCommitException', 'No such branch') },
        fault: (status) => error('AuthorisationException', `fault ${status}`),
      };
    }
  }
}
