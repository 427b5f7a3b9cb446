import { type Connection, call } from './call.ts';
import { type DownloadOptions, downloadBundle } from './download.ts';
import { OffprintError } from './error.ts';
import { OPERATIONS } from './generated/operations.ts';
import { RETRY_FOR_MS } from './retry-policy.ts';
import type { AgentJob, Bundle, Call, Calls, ExportJob, OperationId } from './types.ts';
import { type WaitOptions, waitForAgentJob, waitForExport } from './wait.ts';

export type { DownloadOptions } from './download.ts';
export { type ErrorCode, OffprintError } from './error.ts';
export type {
  AgentJob,
  ApiObjects,
  Bundle,
  Call,
  CallOptions,
  Calls,
  ExportJob,
  Input,
  OperationId,
  Output,
  ServerEvent,
} from './types.ts';
export type { WaitOptions } from './wait.ts';

export type ClientOptions = Readonly<{
  /** Address of the server, for example `http://127.0.0.1:4750`. Default: OFFPRINT_URL from the environment. */
  url?: string;
  /** An API key. Default: OFFPRINT_API_KEY from the environment. */
  key?: string;
  /** How long a call is retried while the server is away or asks to wait, in ms, before it fails. Default: 60 s. */
  retryForMs?: number;
  /** Default: Node's own. */
  fetch?: typeof fetch;
}>;

/** The documented calls, by their names in the specification. */
export type DocumentedCalls = Readonly<{
  startStaticExportJob: Call<'startExportJob'>;
  getStaticExportJobStatus: Call<'getExportJob'>;
  generateExportBundle: Call<'createBundleLink'>;
  createAgentJob: Call<'createAgentJob'>;
  getAgentJob: Call<'getAgentJob'>;
}>;

export type Client = Calls &
  DocumentedCalls &
  Readonly<{
    /** Polls until the export has completed. @throws OffprintError `export-failed`, `timed-out` */
    waitForExport: (jobId: string, options?: WaitOptions<ExportJob>) => Promise<ExportJob>;
    /** Polls until the agent job has ended. @throws OffprintError `agent-job-failed`, `timed-out` */
    waitForAgentJob: (
      job: Readonly<{ projectId: string; id: string }>,
      options?: WaitOptions<AgentJob>,
    ) => Promise<AgentJob>;
    /**
     * Downloads a bundle and checks its digest. A file appears under its name once it is complete. An interrupted
     * download continues where it stopped, in this call or the next. An expired link is replaced with a new one.
     * @throws OffprintError `digest-mismatch`, `link-expired`, `unreachable`
     */
    downloadBundle: (
      bundle: Bundle,
      destination: string | WritableStream<Uint8Array>,
      options?: DownloadOptions,
    ) => Promise<void>;
  }>;

/**
 * Creates a client for the API of a running Offprint.
 * @throws OffprintError `invalid-request` if the address or key is invalid
 */
export function createClient(options: ClientOptions = {}): Client {
  const connection = connectionOf(options);
  const calls = Object.fromEntries(
    Object.keys(OPERATIONS).map((id) => [
      id,
      (input?: Readonly<Record<string, unknown>>, callOptions?: object) =>
        call(connection, id as OperationId, input, callOptions),
    ]),
  ) as unknown as Calls;
  return {
    ...calls,
    startStaticExportJob: calls.startExportJob,
    getStaticExportJobStatus: calls.getExportJob,
    generateExportBundle: calls.createBundleLink,
    waitForExport: (jobId, waitOptions) => waitForExport(calls, jobId, waitOptions),
    waitForAgentJob: (job, waitOptions) => waitForAgentJob(calls, job, waitOptions),
    downloadBundle: (bundle, destination, downloadOptions) =>
      downloadBundle(connection, calls, bundle, destination, downloadOptions),
  };
}

function connectionOf({
  url = process.env.OFFPRINT_URL ?? '',
  key = process.env.OFFPRINT_API_KEY ?? '',
  retryForMs = RETRY_FOR_MS,
  fetch = globalThis.fetch,
}: ClientOptions): Connection {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new OffprintError('invalid-request', `"${url}" is not a server address. Set url or OFFPRINT_URL.`);
  }
  if (!/^\w+$/.test(key)) {
    throw new OffprintError('invalid-request', 'No valid API key. Set key or OFFPRINT_API_KEY.');
  }
  return { url: url.replace(/\/+$/, ''), key, fetch, retryForMs };
}
