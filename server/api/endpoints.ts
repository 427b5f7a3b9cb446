import type { Endpoint } from './endpoint.ts';
import { agentJobEndpoints } from './routes/agent-jobs.ts';
import { agentSettingsEndpoints } from './routes/agent-settings.ts';
import { agentV1Endpoints } from './routes/agent-v1.ts';
import { auditEndpoints } from './routes/audit.ts';
import { backupEndpoints } from './routes/backups.ts';
import { bundleEndpoints } from './routes/bundles.ts';
import { comparisonEndpoints } from './routes/comparisons.ts';
import { credentialEndpoints } from './routes/credentials.ts';
import { diagnosticsEndpoints } from './routes/diagnostics.ts';
import { driveEndpoints } from './routes/drives.ts';
import { exportJobEndpoints } from './routes/export-jobs.ts';
import { overviewEndpoints } from './routes/export-overview.ts';
import { folderEndpoints } from './routes/folders.ts';
import { hostingEndpoints } from './routes/hosting.ts';
import { metricsEndpoints } from './routes/metrics.ts';
import { organizationEndpoints } from './routes/organization.ts';
import { originEndpoints } from './routes/origins.ts';
import { projectEditionEndpoints } from './routes/project-edition.ts';
import { projectEndpoints } from './routes/projects.ts';
import { publicEndpoints } from './routes/public.ts';
import { publicationEndpoints } from './routes/publications.ts';
import { receivedEndpoints } from './routes/received.ts';
import { retentionEndpoints } from './routes/retention.ts';
import { scheduleEndpoints } from './routes/schedules.ts';
import { sessionEndpoints } from './routes/sessions.ts';
import { shownSiteEndpoints } from './routes/shown-sites.ts';
import { sitePreviewEndpoints } from './routes/site-previews.ts';
import { targetEndpoints } from './routes/targets.ts';
import { trustEndpoints } from './routes/trust.ts';
import type { Services } from './services.ts';

/** Returns every operation of the API, in the order of the description. */
export function allEndpoints(services: Services, release: string): Endpoint[] {
  const endpoints = [
    ...overviewEndpoints(services),
    ...exportJobEndpoints(services),
    ...bundleEndpoints(services),
    ...comparisonEndpoints(services),
    ...shownSiteEndpoints(services),
    ...agentJobEndpoints(services),
    ...agentSettingsEndpoints(services),
    ...projectEditionEndpoints(services),
    ...agentV1Endpoints(services),
    ...projectEndpoints(services),
    ...scheduleEndpoints(services),
    ...retentionEndpoints(services),
    ...sitePreviewEndpoints(services),
    ...originEndpoints(services),
    ...folderEndpoints(services),
    ...organizationEndpoints(services),
    ...auditEndpoints(services),
    ...trustEndpoints(services),
    ...targetEndpoints(services),
    ...publicationEndpoints(services),
    ...receivedEndpoints(services),
    ...hostingEndpoints(services),
    ...driveEndpoints(services),
    ...credentialEndpoints(services),
    ...sessionEndpoints(services),
    ...backupEndpoints(services, release),
    ...diagnosticsEndpoints(services, release),
    ...metricsEndpoints(services, release),
  ];
  return [...endpoints, ...publicEndpoints(endpoints, release)];
}
