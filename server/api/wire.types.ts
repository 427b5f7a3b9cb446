import type { z } from 'zod';
import type * as agentSchemas from './agent-schemas.ts';
import type * as auditSchemas from './audit-schemas.ts';
import type * as driveSchemas from './drive-schemas.ts';
import type * as effectiveSettingsSchemas from './effective-settings-schemas.ts';
import type * as folderSchemas from './folder-schemas.ts';
import type * as hostingSchemas from './hosting-schemas.ts';
import type * as publicationSchemas from './publication-schemas.ts';
import type * as receivedSchemas from './received-schemas.ts';
import type * as schemas from './schemas.ts';
import type * as trustSchemas from './trust-schemas.ts';

/** What the API takes and gives, for those who call it: the command line and the interface. Types only. */
export type Job = z.infer<typeof schemas.exportJob>;
export type JobStatus = Job['status'];
export type JobList = z.infer<typeof schemas.jobList>;
export type JobSort = z.infer<typeof schemas.jobQuery>['sort'];
export type JobCounts = z.infer<typeof schemas.jobCounts>;
export type StartExport = z.input<typeof schemas.startExport>;
export type Preview = z.infer<typeof schemas.preview>;
export type PreviewRequest = z.input<typeof schemas.previewRequest>;
export type OriginTest = z.infer<typeof schemas.originTest>;
export type OriginTestRequest = z.input<typeof schemas.originTestRequest>;
export type Throughput = z.infer<typeof schemas.throughput>;
export type PageList = z.infer<typeof schemas.pageList>;
export type PageEntry = PageList['pages'][number];
export type PageQuery = z.infer<typeof schemas.pageQuery>;
export type Bundle = z.infer<typeof schemas.bundle>;
export type BundleRequest = z.input<typeof schemas.bundleRequest>;
export type ShownSite = z.infer<typeof schemas.shownSite>;
export type Removal = z.infer<typeof schemas.removal>;
export type Project = z.infer<typeof schemas.project>;
export type NewProject = z.input<typeof schemas.newProject>;
export type ProjectChange = z.input<typeof schemas.projectChange>;
export type ProjectList = z.infer<typeof schemas.projectList>;
export type AdminKey = z.infer<typeof schemas.adminKey>;
export type AdminKeyList = z.infer<typeof schemas.adminKeyList>;
export type NewAdminKey = z.input<typeof schemas.newAdminKeyRequest>;
export type CreatedAdminKey = z.infer<typeof schemas.createdAdminKey>;
export type KeyScope = AdminKey['scopes'][number];
export type Organization = z.infer<typeof schemas.organization>;
export type OrganizationChange = z.input<typeof schemas.organizationChange>;
export type Preferences = z.infer<typeof schemas.preferences>;
export type Settings = z.infer<typeof schemas.settings>;
export type LinkKeyList = z.infer<typeof schemas.linkKeyList>;
export type Queue = z.infer<typeof schemas.queueState>;
export type Secrets = z.infer<typeof schemas.secretsState>;
export type NewCredential = z.input<typeof schemas.newCredential>;
export type Diagnostics = z.infer<typeof schemas.diagnostics>;
export type DiagnosticResult = z.infer<typeof schemas.diagnosticResult>;
export type Trust = z.infer<typeof trustSchemas.trust>;
export type TrustedKey = z.infer<typeof trustSchemas.trustedKey>;
export type NewTrustedKey = z.input<typeof trustSchemas.newTrustedKey>;
export type Verification = z.infer<typeof trustSchemas.verification>;
export type VerificationRequest = z.input<typeof trustSchemas.verificationRequest>;
export type Signed = z.infer<typeof trustSchemas.signed>;
export type HostedSite = z.infer<typeof hostingSchemas.hostedSite>;
export type HostedSiteList = z.infer<typeof hostingSchemas.hostedSiteList>;
export type HostedBundle = z.input<typeof hostingSchemas.hostedBundle>;
export type NewHostedSite = z.input<typeof hostingSchemas.newHostedSite>;
export type HostedSiteChange = z.input<typeof hostingSchemas.hostedSiteChange>;
export type Target = z.infer<typeof publicationSchemas.target>;
export type TargetList = z.infer<typeof publicationSchemas.targetList>;
export type NewTarget = z.input<typeof publicationSchemas.newTarget>;
export type TargetChange = z.input<typeof publicationSchemas.targetChange>;
export type TargetState = z.infer<typeof publicationSchemas.targetState>;
export type Publication = z.infer<typeof publicationSchemas.publication>;
export type PublicationList = z.infer<typeof publicationSchemas.publicationList>;
export type NewPublication = z.input<typeof publicationSchemas.newPublication>;
export type EffectiveSettingList = z.infer<typeof effectiveSettingsSchemas.effectiveSettingList>;
export type AuditTrail = z.infer<typeof auditSchemas.auditTrail>;
export type ReceivedBundle = z.infer<typeof receivedSchemas.receivedBundle>;
export type ReceivedList = z.infer<typeof receivedSchemas.receivedList>;
export type ShownReceived = z.infer<typeof receivedSchemas.shownReceived>;
export type LoginLink = z.infer<typeof schemas.loginLink>;

export type AgentJob = z.infer<typeof agentSchemas.agentJob>;
export type AgentJobEntry = z.infer<typeof agentSchemas.agentJobList>['jobs'][number];
export type AgentJobList = z.infer<typeof agentSchemas.agentJobList>;
export type AgentDetail = z.infer<typeof agentSchemas.agentDetail>;
export type AgentExport = z.infer<typeof agentSchemas.agentExport>;
export type AgentSettings = z.infer<typeof agentSchemas.agentProjectSettings>;
export type AgentSettingsList = z.infer<typeof agentSchemas.agentSettingsList>;
export type AgentSettingsChange = z.input<typeof agentSchemas.agentSettingsChange>;
export type AgentDiff = z.infer<typeof agentSchemas.agentDiff>;
export type AgentComment = z.input<typeof agentSchemas.reviewComments>['comments'][number];
export type AgentImport = z.input<typeof agentSchemas.agentImport>;
export type ModelServerInput = z.input<typeof agentSchemas.modelServerInput>;
export type ForgeInput = z.input<typeof agentSchemas.forgeInput>;
export type ModelServer = z.infer<typeof agentSchemas.modelServerBody>;
export type ModelServerList = z.infer<typeof agentSchemas.modelServerList>;
export type Forge = z.infer<typeof agentSchemas.forgeBody>;
export type ForgeList = z.infer<typeof agentSchemas.forgeList>;
export type Diagnosis = z.infer<typeof agentSchemas.diagnosis>;
export type ForgeTest = z.infer<typeof agentSchemas.forgeTest>;

/** How far a running job is, as the stream of all jobs tells it. */
export type { Progress } from '../exports/job/progress.ts';
/** A report.json as it is written; the schema of the API names only what may be relied on. */
export type { Report } from '../exports/report/report.ts';
/** What is written down about a job, as its stream tells it. */
export type LogEvent = Readonly<{
  id: number;
  at: string;
  kind: string;
  detail: Readonly<Record<string, unknown>>;
}>;
/** What is written down about an agent job, by its kind. */
export type { JobEvent as AgentEvent } from '../agents/loop/events.ts';
/** Why an export turned back to an earlier stage: `why` of the event `turned-back`. */
export type { TurnName } from '../exports/job/stages.ts';
/** Every kind of those. */
export type { JobEventKind } from '../store/events.ts';
export type FolderListing = z.infer<typeof folderSchemas.folderListing>;
export type DriveList = z.infer<typeof driveSchemas.driveList>;
export type Drive = DriveList['drives'][number];
