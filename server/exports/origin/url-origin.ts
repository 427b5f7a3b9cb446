import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

const secret = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 characters long and can contain only A-Z a-z 0-9 . _ -')
  .meta({ description: 'Name of the credential that contains the value.', examples: ['docs-password'] });

const host = z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)(:\d{1,5})?$/, {
  error: 'must be a host name in lowercase, followed by the port if it is not the default',
});

/** Headers that Offprint sets itself: another value would break the transfer. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|range|if-.*|cookie)$/i;

/** Headers that carry a secret: they cannot have a plain value, because the store does not encrypt those. */
export const SECRET_HEADER = /auth|cookie|credential|key|passw|secret|session|token/i;

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '', {
    error:
      "contains a user name or password: store the password as a credential and use the credential's name",
  });

const header = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Header name.', examples: ['x-team'] }),
    value: z
      .string()
      .max(8192)
      .optional()
      .meta({ description: 'Header value.', examples: ['docs'] }),
    secret: secret.optional(),
  })
  .refine(({ value, secret }) => (value === undefined) !== (secret === undefined), {
    error: 'needs either a value or the name of a credential',
  })
  .refine(({ name, value }) => isHeader(name, value) && !OWN_HEADERS.test(name), {
    error:
      'is not a header you can set: it is malformed, or Offprint sets it itself (cookies have their own field)',
  })
  .refine(({ name, value }) => value === undefined || !SECRET_HEADER.test(name), {
    error: "contains a secret: store it as a credential and use the credential's name",
  });

const cookie = z.strictObject({
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'is not a valid cookie name')
    .meta({ description: 'Cookie name.', examples: ['session'] }),
  secret,
});

/** A live site as the origin of a project. Contains only the names of its credentials, never their values. */
export const urlOrigin = z.strictObject({
  kind: z.literal('url').describe('A live site.'),
  url: address
    .overwrite((url) => URL.parse(url)?.href.replace(/#.*$/s, '') ?? url)
    .meta({
      description: 'Start address. Only pages below it are exported.',
      examples: ['https://docs.example.com/'],
    }),
  headers: z
    .array(header)
    .max(50)
    .optional()
    .meta({ description: 'Sent with every request to the site.', examples: [[]] }),
  cookies: z
    .array(cookie)
    .max(50)
    .optional()
    .meta({ description: 'Sent with every request to the site.', examples: [[]] }),
  basicAuth: z
    .strictObject({
      user: z
        .string()
        .max(200)
        .meta({ description: 'User name.', examples: ['reader'] }),
      secret,
    })
    .optional()
    .describe('User name and password for the site (RFC 7617).'),
  proxy: z
    .strictObject({
      url: address.meta({ description: 'Proxy address.', examples: ['http://proxy.example:3128'] }),
      secret: secret.optional().describe('Name of the credential that contains `user:password`.'),
    })
    .optional()
    .describe('Proxy for all requests.'),
  caBundle: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: "File with CA certificates (PEM) to trust in addition to the system's.",
      examples: ['/etc/ssl/internal-ca.pem'],
    }),
  requestsPerSecond: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .meta({ description: 'Maximum requests per second.', examples: [10] }),
  robots: z
    .enum(['obey', 'ignore'])
    .optional()
    .meta({
      description: 'Whether to obey robots.txt. By default, it is obeyed except on private addresses.',
      examples: ['obey'],
    }),
  assetHosts: z
    .array(host)
    .max(200)
    .optional()
    .meta({
      description: 'Other hosts whose files are included when pages load them.',
      examples: [['static.example.com']],
    }),
});

export type UrlOrigin = Readonly<z.infer<typeof urlOrigin>>;

/** Values of credentials by name, passed with the request to run a job. Never stored or disclosed. */
export type Credentials = Readonly<Record<string, string>>;

/** Returns the names of the credentials that an origin uses. */
export function secretNames(origin: Readonly<{ kind: 'directory' | 'repository' }> | UrlOrigin): string[] {
  if (origin.kind !== 'url') return [];
  const { headers = [], cookies = [], basicAuth, proxy } = origin;
  const named = [...headers, ...cookies, basicAuth, proxy].map((part) => part?.secret);
  return [...new Set(named.filter((name) => name !== undefined))];
}

function isHeader(name: string, value = ''): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
