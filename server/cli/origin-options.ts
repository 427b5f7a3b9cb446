import { type Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { SECRET_HEADER, type UrlOrigin, urlOrigin } from '../exports/origin/url-origin.ts';
import type { Project } from './wire.ts';

type Origin = Project['origin'];

export type OriginOptions = Readonly<{
  header?: string[];
  secretHeader?: string[];
  secretCookie?: string[];
  basicAuth?: string;
  proxy?: string;
  proxySecret?: string;
  caBundle?: string;
  requestsPerSecond?: number;
  robots?: 'obey' | 'ignore';
  assetHost?: string[];
}>;

/** Adds the options of a live site, which are stored with its project. */
export function addOriginOptions(command: Command): void {
  command
    .optionsGroup('Live sites:')
    .option('--asset-host <host...>', 'other hosts whose files are included when pages load them')
    .option('--header <name:value...>', 'headers sent with every request to the site')
    .option(
      '--secret-header <name=credential...>',
      'headers whose values come from credentials (offprint secrets set), sent with every request',
    )
    .option(
      '--secret-cookie <name=credential...>',
      'cookies whose values come from credentials, sent with every request',
    )
    .option('--basic-auth <user=credential>', 'user name, and the credential that holds the password')
    .option('--proxy <address>', 'proxy for all requests')
    .option('--proxy-secret <credential>', 'credential that holds user:password for the proxy')
    .option('--ca-bundle <file>', "CA certificates (PEM) to trust in addition to the system's")
    .option('--requests-per-second <number>', 'maximum requests per second', Number)
    .addOption(
      new Option(
        '--robots <policy>',
        'whether to obey robots.txt (default: obey, except on private addresses)',
      ).choices(['obey', 'ignore']),
    );
}

/** Builds the origin of a live site by applying the options to the known origin. @throws OffprintError `usage` */
export function urlOriginOf(address: string, options: OriginOptions, known?: UrlOrigin): UrlOrigin {
  const { header, secretHeader, secretCookie, basicAuth, proxy, proxySecret, caBundle } = options;
  const { requestsPerSecond, robots, assetHost } = options;
  const headers = [
    ...(header ?? []).map((text) => named(text, ':', plainHeader)),
    ...(secretHeader ?? []).map((text) => named(text, '=', (name, secret) => ({ name, secret }))),
  ];
  const parsed = urlOrigin.safeParse({
    ...known,
    kind: 'url',
    url: address,
    ...(headers.length > 0 && { headers }),
    ...(secretCookie && {
      cookies: secretCookie.map((text) => named(text, '=', (name, secret) => ({ name, secret }))),
    }),
    ...(basicAuth !== undefined && {
      basicAuth: named(basicAuth, '=', (user, secret) => ({ user, secret })),
    }),
    ...(proxy !== undefined && {
      proxy: { url: proxy, ...(proxySecret !== undefined && { secret: proxySecret }) },
    }),
    ...(caBundle !== undefined && { caBundle }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(robots !== undefined && { robots }),
    ...(assetHost && { assetHosts: assetHost.map((host) => host.toLowerCase()) }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OffprintError(
    'usage',
    `${issue?.path.join('.') ?? 'address'}: ${issue?.message ?? 'not valid'}.`,
  );
}

/**
 * Returns the changes that the options make to a project's origin; empty without any.
 * @throws OffprintError `usage` if the project is not a live site
 */
export function originChange(origin: Origin, options: OriginOptions): { origin?: UrlOrigin } {
  if (!ORIGIN_OPTIONS.some((name) => options[name] !== undefined)) return {};
  if (origin.kind === 'url') return { origin: urlOriginOf(origin.url, options, origin) };
  throw new OffprintError(
    'usage',
    'Options such as --header, --proxy and --robots are only for live sites, and this project is not a live site. Omit them.',
  );
}

/** Parses a header with a public value. @throws OffprintError `usage` for cookies and credentials */
function plainHeader(name: string, value: string): { name: string; value: string } {
  const keep = 'Store the value with offprint secrets set NAME, then use';
  if (/^cookie$/i.test(name)) {
    const cookie = /^[^=;]+/.exec(value)?.[0].trim() ?? 'session';
    throw new OffprintError('usage', `--header cannot set cookies. ${keep} --secret-cookie ${cookie}=NAME.`);
  }
  if (SECRET_HEADER.test(name)) {
    throw new OffprintError(
      'usage',
      `--header ${name} contains a secret. ${keep} --secret-header ${name}=NAME.`,
    );
  }
  return { name, value };
}

const ORIGIN_OPTIONS = [
  ...(['header', 'secretHeader', 'secretCookie', 'basicAuth', 'proxy', 'proxySecret', 'caBundle'] as const),
  ...(['requestsPerSecond', 'robots', 'assetHost'] as const),
];

function named<T>(text: string, separator: string, make: (name: string, rest: string) => T): T {
  const at = text.indexOf(separator);
  if (at <= 0) throw new OffprintError('usage', `"${text}" is not valid: use name${separator}value.`);
  return make(text.slice(0, at).trim(), text.slice(at + 1).trim());
}
