import { z } from 'zod';
import {
  LINK_SECONDS_DEFAULT,
  LINK_SECONDS_MAX,
  REVIEW_LINK_SECONDS_DEFAULT,
} from './bundles/link-lifetime.ts';
import { logLevels } from './log-levels.ts';
import { PUBLICATION_CONCURRENCY_DEFAULT } from './publications/publication-concurrency.ts';

/** Base URL of links: characters of RFC 3986, without user, query and fragment. */
const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((url) => /^\w+:\/\/(?:[\w.~!$&'()*+,;=:/[\]-]|%[0-9a-f]{2})*$/i.test(url), {
    error: 'must be an address that contains no spaces, user name, ? or #; encode other characters as %xx',
  });

/** Compared literally with host names and addresses, so one with a protocol or path would never match. */
const hostName = z
  .string()
  .min(1)
  .refine((name) => !/[\s/@?#,]/.test(name), {
    error: 'must be a host name or address, such as docs.example.com, without a protocol or path',
  });

/**
 * Settings of the server: one table for the API, the command line and the interface. docs/settings.md is generated from
 * it (scripts/settings-table.ts); a test compares the two.
 */
export const serverSettings = z.strictObject({
  localApi: z
    .boolean()
    .default(true)
    .describe(
      'Accept API requests on `host` and `port`. When off, only the desktop app itself can use its server. `offprint serve` always accepts them.',
    ),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address the API listens on. Anything other than loopback needs TLS or `allowPlainNetwork`.'),
  port: z.int().min(0).max(65_535).default(4750).describe('Port the API listens on. 0 picks a free port.'),
  tlsCertificate: z
    .string()
    .default('')
    .describe('File with the TLS certificate chain (PEM). With `tlsKey`, the API uses HTTPS.'),
  tlsKey: z.string().default('').describe("File with the certificate's private key (PEM)."),
  allowPlainNetwork: z
    .boolean()
    .default(false)
    .describe(
      'Listen on a network address without TLS. Keys and bundles then cross the network unencrypted.',
    ),
  publicUrl: z
    .union([z.literal(''), baseUrl])
    .default('')
    .describe(
      'Address that others use to reach this server, for example behind a proxy. Links start with it.',
    ),
  allowedHosts: z
    .array(hostName)
    .default([])
    .describe('Additional host names that the API accepts, with the port unless it is the standard one.'),
  exportConcurrency: z.int().min(1).max(16).default(2).describe('Number of exports that run in parallel.'),
  exportStartsPerHour: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe(
      'Maximum number of exports per project that can be started through the API in any 60-minute period. 0 means no limit.',
    ),
  buildTimeoutSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(1800)
    .describe("Time limit for a repository's build command, in seconds."),
  buildMemoryMegabytes: z
    .int()
    .min(64)
    .max(1_048_576)
    .default(4096)
    .describe('Combined memory limit for all processes in a build, in MiB.'),
  buildDiskMegabytes: z
    .int()
    .min(16)
    .max(16_777_216)
    .default(10_240)
    .describe('Maximum size of a repository folder once it is checked out and built, in MiB.'),
  buildProcesses: z
    .int()
    .min(16)
    .max(100_000)
    .default(1024)
    .describe('Maximum number of processes and threads in a build.'),
  organizationStartsPerHour: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe(
      'Maximum number of exports across all projects that can be started through the API in any 60-minute period. 0 means no limit. The hosted platform allows 10.',
    ),
  apiBundleFormat: z
    .enum(['zip', 'tar.gz'])
    .default('tar.gz')
    .describe(
      'Archive format of bundle links when an API request does not specify one. The app and the command line use zip.',
    ),
  archiveFolder: z
    .boolean()
    .default(true)
    .describe(
      'Whether archives that people download in the app unpack into one folder named after the site and version. Archives from the command line and API links do so on request (`--archive-folder`, `forPeople`).',
    ),
  agentConcurrency: z.int().min(1).max(16).default(2).describe('Number of agent jobs that run in parallel.'),
  publicationConcurrency: z
    .int()
    .min(1)
    .max(16)
    .default(PUBLICATION_CONCURRENCY_DEFAULT)
    .describe('Number of publications that run in parallel, at most one per target.'),
  queuePaused: z
    .boolean()
    .default(false)
    .describe('Do not start any more exports. Running exports continue.'),
  linkLifetimeSeconds: z
    .int()
    .min(1)
    .max(LINK_SECONDS_MAX)
    .default(LINK_SECONDS_DEFAULT)
    .describe('How long bundle links work unless the request says otherwise, in seconds (at most 7 days).'),
  reviewLinkLifetimeSeconds: z
    .int()
    .min(1)
    .max(LINK_SECONDS_MAX)
    .default(REVIEW_LINK_SECONDS_DEFAULT)
    .describe(
      'How long `prLink` works when the review is a page on this server, in seconds (at most 7 days). Every response about the job contains a new link.',
    ),
  originHosts: z
    .array(hostName)
    .default([])
    .describe('Hosts that API keys can use for origins, repositories, model servers and forges.'),
  directoryRoots: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Folders (absolute paths) that requests with an API key can use as origins and repositories. Each export checks its folders against this setting again.',
    ),
  targetRoots: z
    .array(z.string().min(1))
    .default([])
    .describe('Folders (absolute paths) that API keys can use as targets.'),
  targetHosts: z.array(hostName).default([]).describe('Hosts that API keys can use for targets.'),
  retentionKeepLast: z
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .describe(
      'Number of completed exports to keep per project when old ones are removed; 0 turns this rule off. An export is removed only if every rule that is set allows it. With no rules set, all are kept. A project can have its own rules.',
    ),
  retentionKeepDays: z
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe(
      'Exports newer than this number of days are kept when old exports are removed; 0 turns this rule off.',
    ),
  retentionDeltaDays: z
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe(
      'Deltas older than this number of days are removed along with old exports; 0 keeps them. They are recreated on request.',
    ),
  retentionReceivedDays: z
    .int()
    .min(0)
    .max(36_500)
    .default(0)
    .describe(
      'Received bundles still awaiting a decision after this number of days are discarded along with old exports; 0 keeps them.',
    ),
  retentionDaily: z
    .boolean()
    .default(false)
    .describe('Remove old exports once a day while the server runs. When off, use `offprint prune`.'),
  hostingAddresses: z
    .array(hostName)
    .default([])
    .describe('Addresses other than loopback that API keys can host sites on.'),
  logLevel: z
    .enum(logLevels)
    .default('info')
    .describe('Minimum level recorded in the server log. `debug` includes every request.'),
  logMaxMegabytes: z
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe(
      'Maximum size of a log file before a new one is started, in MiB. Takes effect after a restart.',
    ),
  logFiles: z
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe('Number of log files to keep, including the current one. Takes effect after a restart.'),
});

export type ServerSettings = Readonly<z.infer<typeof serverSettings>>;
