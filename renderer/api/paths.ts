/** API paths shared by calls and live streams. `rest` starts with a slash. */
export const JOBS = '/v1/static-export/jobs';

export function jobPath(jobId: string, rest = ''): string {
  return `${JOBS}/${encodeURIComponent(jobId)}${rest}`;
}

export function agentPath(projectId: string, rest = ''): string {
  return `/v2/agent/${encodeURIComponent(projectId)}${rest}`;
}

export function agentJobPath(
  { projectId, jobId }: Readonly<{ projectId: string; jobId: string }>,
  rest = '',
): string {
  return agentPath(projectId, `/job/${encodeURIComponent(jobId)}${rest}`);
}
