import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../stand-ins/built.ts';

/** A shell block of the documentation. */
export type Block = Readonly<{ page: string; line: number; text: string }>;

/** Pages whose blocks people copy. */
export const PAGES: readonly string[] = [
  'README.md',
  'examples/README.md',
  'examples/automation/README.md',
  ...fs
    .readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The shell blocks of a page. */
export function blocksOf(page: string): Block[] {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    text: match[1] ?? '',
  }));
}

/** Blocks that other tests run, which have what they need. `has` is what stands in the block. */
export const RUN_ELSEWHERE: readonly Readonly<{ page: string; has: string; test: string }>[] = [
  { page: 'README.md', has: '/v1/static-export/jobs', test: 'test/peers/automation.test.ts' },
  { page: 'docs/api.md', has: 'mkdir site; curl', test: 'test/peers/automation.test.ts' },
  { page: 'docs/automation.md', has: 'loop.sh', test: 'test/peers/roll-out.test.ts' },
  { page: 'examples/automation/README.md', has: './export.sh', test: 'test/peers/automation.test.ts' },
  { page: 'examples/automation/README.md', has: './roll-out.sh', test: 'test/peers/roll-out.test.ts' },
  {
    page: 'examples/automation/README.md',
    has: './verify-site.sh',
    test: 'test/peers/roll-out.test.ts',
  },
  { page: 'docs/verify-by-hand.md', has: '', test: 'test/peers/verify-by-hand.test.ts' },
  { page: 'docs/package.md', has: 'npm install', test: 'test/package/npm-package.test.ts' },
  { page: 'docs/building.md', has: 'build:package', test: 'test/package/npm-package.test.ts' },
  { page: 'docs/building.md', has: 'npm run package -- linux-x64', test: 'test/package/desktop.test.ts' },
];

/** Blocks that no test can run, and why. */
export const NOT_RUN: readonly Readonly<{ page: string; has: string; why: string }>[] = [
  { page: 'docs/building.md', has: '--prefix offprint', why: 'takes packages from a registry' },
  { page: 'docs/building.md', has: '--record', why: 'takes a browser for Windows from the internet' },
  { page: 'docs/building.md', has: 'sudo apt install', why: 'installs a package into the system' },
  { page: 'docs/contributing.md', has: 'npm test', why: 'is this run itself' },
  {
    page: 'docs/deployment.md',
    has: 'useradd',
    why: 'adds a user and a service; test/house/unit-file.test.ts reads the service',
  },
  {
    page: 'docs/deployment.md',
    has: 'buildah',
    why: 'needs a registry; test/peers/container.test.ts builds the image',
  },
  {
    page: 'docs/deployment.md',
    has: 'podman',
    why: 'needs a registry; test/peers/container.test.ts runs the image',
  },
  {
    page: 'docs/deployment.md',
    has: 'helm',
    why: 'needs a cluster; test/peers/chart.test.ts renders the chart',
  },
  {
    page: 'docs/operations.md',
    has: 'useradd',
    why: 'adds a user and a service; test/house/unit-file.test.ts reads the service',
  },
  {
    page: 'docs/operations.md',
    has: 'journalctl',
    why: 'needs the user and the service of the block before it',
  },
  { page: 'docs/operations.md', has: '-o offprint /dev/stdin', why: 'writes to /etc as another user' },
  {
    page: 'docs/operations.md',
    has: '--basic-auth',
    why: 'needs a site on the internet with a password; test/end-to-end/live-credentials.test.ts has its own',
  },
  {
    page: 'docs/api.md',
    has: '/v2/agent/$PROJECT/job',
    why: 'needs a model; test/end-to-end/agent.test.ts drives the same calls',
  },
];

export function isElsewhere({ page, text }: Block): boolean {
  return [...RUN_ELSEWHERE, ...NOT_RUN].some((each) => each.page === page && text.includes(each.has));
}
