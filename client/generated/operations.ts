// Made by `npm run build:client` from the schemas of the API. Change those, not this file.

export const OPERATIONS = {
  /** Count export jobs by status. */
  countExportJobs: {"method":"GET","path":"/v1/static-export/counts","query":["domain","projectId","search"],"sends":"nothing","gives":"json"},
  /** Follow all export jobs. */
  streamAllExportEvents: {"method":"GET","path":"/v1/static-export/events","sends":"nothing","gives":"events"},
  /** Preview an export. */
  previewExport: {"method":"POST","path":"/v1/static-export/preview","sends":"json","gives":"json"},
  /** Get a job's progress over time. */
  getExportThroughput: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/throughput","sends":"nothing","gives":"json"},
  /** Start an export. */
  startExportJob: {"method":"POST","path":"/v1/static-export/jobs","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** List export jobs. */
  listExportJobs: {"method":"GET","path":"/v1/static-export/jobs","query":["cursor","limit","status","domain","projectId","search","offset","sort"],"sends":"nothing","gives":"json"},
  /** Get an export job. */
  getExportJob: {"method":"GET","path":"/v1/static-export/jobs/{jobId}","sends":"nothing","gives":"json"},
  /** Delete an export job and its bundles. */
  deleteExportJob: {"method":"DELETE","path":"/v1/static-export/jobs/{jobId}","query":["dryRun"],"sends":"nothing","gives":"json"},
  /** Cancel an export job. */
  cancelExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/cancel","sends":"nothing","gives":"json"},
  /** Retry a failed export job. */
  retryExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/retry","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Pause an export job. */
  pauseExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/pause","sends":"nothing","gives":"json"},
  /** Resume a paused export job. */
  resumeExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/resume","sends":"nothing","gives":"json"},
  /** Get an export job's report. */
  getExportReport: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/report","sends":"nothing","gives":"json"},
  /** List an export job's pages. */
  listExportPages: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/pages","query":["cursor","limit","kind","status","search"],"sends":"nothing","gives":"json"},
  /** Follow an export job. */
  streamExportEvents: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/events","sends":"nothing","gives":"events"},
  /** Get the queue. */
  getQueue: {"method":"GET","path":"/v1/static-export/queue","sends":"nothing","gives":"json"},
  /** Pause the queue. */
  pauseQueue: {"method":"POST","path":"/v1/static-export/queue/pause","sends":"nothing","gives":"json"},
  /** Resume the queue. */
  resumeQueue: {"method":"POST","path":"/v1/static-export/queue/resume","sends":"nothing","gives":"json"},
  /** Get a link to a bundle. */
  createBundleLink: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/bundle","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Compare two exports. */
  compareExports: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/comparison","query":["base"],"sends":"nothing","gives":"json"},
  /** Compare a page in two exports. */
  comparePage: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/comparison/page","query":["base","path"],"sends":"nothing","gives":"json"},
  /** Get a screenshot of a page. */
  getPagePicture: {"method":"GET","path":"/v1/static-export/jobs/{jobId}/picture","query":["path"],"sends":"nothing","gives":"bytes"},
  /** View the exported site. */
  showExportedSite: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/site","sends":"nothing","gives":"json"},
  /** Create an agent job. */
  createAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Get an agent job. */
  getAgentJob: {"method":"GET","path":"/v2/agent/{projectId}/job/{id}","sends":"nothing","gives":"json"},
  /** Send a message to an agent job. */
  messageAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/message","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** List a project's agent jobs. */
  listAgentJobs: {"method":"GET","path":"/v2/agent/{projectId}/jobs","query":["cursor","limit","status","archived","search"],"sends":"nothing","gives":"json"},
  /** List the agent jobs of all projects. */
  listAllAgentJobs: {"method":"GET","path":"/v2/agent/jobs","query":["cursor","limit","status","archived","search","projectId","id"],"sends":"nothing","gives":"json"},
  /** Cancel an agent job. */
  cancelAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/cancel","sends":"nothing","gives":"json"},
  /** Archive an agent job. */
  archiveAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/archive","sends":"nothing","gives":"json"},
  /** Get the details of an agent job. */
  getAgentJobDetail: {"method":"GET","path":"/v2/agent/{projectId}/job/{id}/detail","sends":"nothing","gives":"json"},
  /** Follow an agent job. */
  streamAgentEvents: {"method":"GET","path":"/v2/agent/{projectId}/job/{id}/events","sends":"nothing","gives":"events"},
  /** Get the change an agent job made. */
  getAgentDiff: {"method":"GET","path":"/v2/agent/{projectId}/job/{id}/diff","sends":"nothing","gives":"json"},
  /** Approve and merge a change. */
  approveAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/approve","sends":"json","gives":"json"},
  /** Reject a change. */
  rejectAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/reject","sends":"json","gives":"json"},
  /** Comment on a change. */
  commentAgentJob: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/comments","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Export a change as files. */
  exportAgentChange: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/export","sends":"nothing","gives":"json"},
  /** Get a file from an exported change. */
  getAgentExport: {"method":"GET","path":"/v2/agent/{projectId}/job/{id}/export/{file}","sends":"nothing","gives":"bytes"},
  /** Import an exported change. */
  importAgentChange: {"method":"POST","path":"/v2/agent/{projectId}/import","sends":"json","gives":"json"},
  /** View a change. */
  openReview: {"method":"GET","path":"/review/{id}","query":["expires","key","signature"],"sends":"nothing","gives":"text"},
  /** List the agent settings for all projects. */
  listAgentSettings: {"method":"GET","path":"/v1/agent-settings","sends":"nothing","gives":"json"},
  /** Get a project's agent settings. */
  getAgentSettings: {"method":"GET","path":"/v1/projects/{projectId}/agent","sends":"nothing","gives":"json"},
  /** Change a project's agent settings. */
  updateAgentSettings: {"method":"PATCH","path":"/v1/projects/{projectId}/agent","sends":"json","gives":"json"},
  /** List model servers. */
  listModelServers: {"method":"GET","path":"/v1/model-servers","sends":"nothing","gives":"json"},
  /** Add or replace a model server. */
  putModelServer: {"method":"POST","path":"/v1/model-servers","sends":"json","gives":"json"},
  /** Remove a model server. */
  deleteModelServer: {"method":"DELETE","path":"/v1/model-servers/{name}","sends":"nothing","gives":"nothing"},
  /** Test a model server. */
  testModelServer: {"method":"POST","path":"/v1/model-servers/{name}/test","sends":"nothing","gives":"json"},
  /** List forges. */
  listForges: {"method":"GET","path":"/v1/forges","sends":"nothing","gives":"json"},
  /** Add or replace a forge. */
  putForge: {"method":"POST","path":"/v1/forges","sends":"json","gives":"json"},
  /** Remove a forge. */
  deleteForge: {"method":"DELETE","path":"/v1/forges/{name}","sends":"nothing","gives":"nothing"},
  /** Test a forge. */
  testForge: {"method":"POST","path":"/v1/forges/{name}/test","sends":"json","gives":"json"},
  /** Start a project export. */
  startProjectExport: {"method":"POST","path":"/v1/static-export/{projectId}/jobs","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Get a project export and a link to its bundle. */
  getProjectExport: {"method":"GET","path":"/v1/static-export/{projectId}/jobs/{jobId}","sends":"nothing","gives":"json"},
  /** Create an agent job (v1, deprecated). */
  createAgentSession: {"method":"POST","path":"/v1/agent/{projectId}/job","sends":"json","gives":"events"},
  /** Get an agent job (v1, deprecated). */
  getAgentSession: {"method":"GET","path":"/v1/agent/{projectId}/job/{id}","sends":"nothing","gives":"json"},
  /** List a project's agent jobs (v1, deprecated). */
  listAgentSessions: {"method":"GET","path":"/v1/agent/{projectId}/jobs","query":["skip","take"],"sends":"nothing","gives":"json"},
  /** List projects. */
  listProjects: {"method":"GET","path":"/v1/projects","sends":"nothing","gives":"json"},
  /** Create a project. */
  createProject: {"method":"POST","path":"/v1/projects","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Get a project. */
  getProject: {"method":"GET","path":"/v1/projects/{projectId}","sends":"nothing","gives":"json"},
  /** Change a project. */
  updateProject: {"method":"PATCH","path":"/v1/projects/{projectId}","sends":"json","gives":"json"},
  /** Delete a project and its jobs and bundles. */
  deleteProject: {"method":"DELETE","path":"/v1/projects/{projectId}","sends":"nothing","gives":"nothing"},
  /** List schedules. */
  listSchedules: {"method":"GET","path":"/v1/schedules","sends":"nothing","gives":"json"},
  /** Get a project's schedule. */
  getSchedule: {"method":"GET","path":"/v1/projects/{projectId}/schedule","sends":"nothing","gives":"json"},
  /** Set a project's schedule. */
  setSchedule: {"method":"POST","path":"/v1/projects/{projectId}/schedule","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Remove a project's schedule. */
  removeSchedule: {"method":"DELETE","path":"/v1/projects/{projectId}/schedule","sends":"nothing","gives":"nothing"},
  /** Pause a schedule. */
  pauseSchedule: {"method":"POST","path":"/v1/projects/{projectId}/schedule/pause","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Resume a schedule. */
  resumeSchedule: {"method":"POST","path":"/v1/projects/{projectId}/schedule/resume","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Run a schedule now. */
  runSchedule: {"method":"POST","path":"/v1/projects/{projectId}/schedule/run","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Get disk usage. */
  getDiskUse: {"method":"GET","path":"/v1/disk-use","sends":"nothing","gives":"json"},
  /** Preview what would be removed. */
  getRetentionPlan: {"method":"GET","path":"/v1/retention","sends":"nothing","gives":"json"},
  /** Remove the items that the retention rules do not keep. */
  prune: {"method":"POST","path":"/v1/retention/prune","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Get a project's retention rules. */
  getProjectRetention: {"method":"GET","path":"/v1/projects/{projectId}/retention","sends":"nothing","gives":"json"},
  /** Set a project's retention rules. */
  setProjectRetention: {"method":"POST","path":"/v1/projects/{projectId}/retention","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** List pinned exports. */
  listPins: {"method":"GET","path":"/v1/retention/pins","sends":"nothing","gives":"json"},
  /** Pin an export. */
  pinExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/pin","sends":"nothing","gives":"nothing","takesIdempotencyKey":true},
  /** Unpin an export. */
  unpinExportJob: {"method":"POST","path":"/v1/static-export/jobs/{jobId}/unpin","sends":"nothing","gives":"nothing","takesIdempotencyKey":true},
  /** Preview the site from a branch. */
  previewSite: {"method":"POST","path":"/v1/projects/{projectId}/preview","sends":"json","gives":"json"},
  /** Preview the site before and after a change. */
  previewAgentChange: {"method":"POST","path":"/v2/agent/{projectId}/job/{id}/preview","sends":"nothing","gives":"json"},
  /** Test a live site. */
  testOrigin: {"method":"POST","path":"/v1/origins/test","sends":"json","gives":"json"},
  /** List the subfolders of a folder on the server. */
  listFolders: {"method":"GET","path":"/v1/folders","query":["path"],"sends":"nothing","gives":"json"},
  /** Get the organization and its plan. */
  getOrganization: {"method":"GET","path":"/v1/organization","sends":"nothing","gives":"json"},
  /** Change the organization or its plan. */
  updateOrganization: {"method":"PATCH","path":"/v1/organization","sends":"json","gives":"json"},
  /** List API keys. */
  listKeys: {"method":"GET","path":"/v1/keys","sends":"nothing","gives":"json"},
  /** Create an API key. */
  createKey: {"method":"POST","path":"/v1/keys","sends":"json","gives":"json"},
  /** Revoke an API key. */
  revokeKey: {"method":"DELETE","path":"/v1/keys/{keyId}","sends":"nothing","gives":"json"},
  /** Get the server settings. */
  getSettings: {"method":"GET","path":"/v1/settings","sends":"nothing","gives":"json"},
  /** Change server settings. */
  updateSettings: {"method":"PATCH","path":"/v1/settings","sends":"json","gives":"json"},
  /** Get the source of each setting. */
  getEffectiveSettings: {"method":"GET","path":"/v1/settings/effective","sends":"nothing","gives":"json"},
  /** List the keys that sign links. */
  listLinkKeys: {"method":"GET","path":"/v1/link-keys","sends":"nothing","gives":"json"},
  /** Sign links with a new key. */
  rotateLinkKey: {"method":"POST","path":"/v1/link-keys","sends":"nothing","gives":"json","takesIdempotencyKey":true},
  /** Revoke a key that signs links. */
  revokeLinkKey: {"method":"DELETE","path":"/v1/link-keys/{linkKeyId}","sends":"nothing","gives":"nothing"},
  /** Get information about the secret store. */
  getSecrets: {"method":"GET","path":"/v1/secrets","sends":"nothing","gives":"json"},
  /** Encrypt all secrets with a new master key. */
  rotateMasterKey: {"method":"POST","path":"/v1/secrets/rotate","sends":"nothing","gives":"json"},
  /** List audit log entries. */
  listAudit: {"method":"GET","path":"/v1/audit","query":["cursor","limit","action","by","object","since","until"],"sends":"nothing","gives":"json"},
  /** List trusted keys. */
  getTrust: {"method":"GET","path":"/v1/trust","sends":"nothing","gives":"json"},
  /** Create this installation's key. */
  createSigningKey: {"method":"POST","path":"/v1/trust/key","sends":"nothing","gives":"json"},
  /** Sign with a new key. */
  rotateSigningKey: {"method":"POST","path":"/v1/trust/key/rotate","sends":"nothing","gives":"json"},
  /** Trust a key. */
  addTrustedKey: {"method":"POST","path":"/v1/trust/keys","sends":"json","gives":"json"},
  /** Rename a key. */
  renameTrustedKey: {"method":"PATCH","path":"/v1/trust/keys/{fingerprint}","sends":"json","gives":"json"},
  /** Remove a key. */
  removeTrustedKey: {"method":"DELETE","path":"/v1/trust/keys/{fingerprint}","sends":"nothing","gives":"nothing"},
  /** Revoke a key. */
  revokeTrustedKey: {"method":"POST","path":"/v1/trust/keys/{fingerprint}/revoke","sends":"json","gives":"json"},
  /** Verify a bundle. */
  verifyBundle: {"method":"POST","path":"/v1/trust/verifications","sends":"json","gives":"json"},
  /** Sign a bundle file. */
  signBundle: {"method":"POST","path":"/v1/trust/signatures","sends":"json","gives":"json"},
  /** List targets. */
  listTargets: {"method":"GET","path":"/v1/targets","sends":"nothing","gives":"json"},
  /** Add a target. */
  createTarget: {"method":"POST","path":"/v1/targets","sends":"json","gives":"json"},
  /** Get a target. */
  getTarget: {"method":"GET","path":"/v1/targets/{targetId}","sends":"nothing","gives":"json"},
  /** Change a target. */
  updateTarget: {"method":"PATCH","path":"/v1/targets/{targetId}","sends":"json","gives":"json"},
  /** Remove a target. */
  removeTarget: {"method":"DELETE","path":"/v1/targets/{targetId}","sends":"nothing","gives":"nothing"},
  /** Check a target. */
  getTargetState: {"method":"GET","path":"/v1/targets/{targetId}/state","sends":"nothing","gives":"json"},
  /** Test a target. */
  testTarget: {"method":"POST","path":"/v1/targets/{targetId}/test","sends":"nothing","gives":"json"},
  /** List publications. */
  listPublications: {"method":"GET","path":"/v1/publications","query":["targetId","jobId","limit"],"sends":"nothing","gives":"json"},
  /** Publish a bundle. */
  createPublication: {"method":"POST","path":"/v1/publications","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Roll back to an earlier version. */
  rollBackTarget: {"method":"POST","path":"/v1/targets/{targetId}/rollback","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Get a publication. */
  getPublication: {"method":"GET","path":"/v1/publications/{publicationId}","sends":"nothing","gives":"json"},
  /** Follow a publication. */
  streamPublication: {"method":"GET","path":"/v1/publications/{publicationId}/events","sends":"nothing","gives":"events"},
  /** Cancel a publication. */
  cancelPublication: {"method":"POST","path":"/v1/publications/{publicationId}/cancel","sends":"nothing","gives":"json"},
  /** Continue a publication. */
  retryPublication: {"method":"POST","path":"/v1/publications/{publicationId}/retry","sends":"nothing","gives":"json"},
  /** List received bundles. */
  listReceived: {"method":"GET","path":"/v1/received","query":["cursor","limit"],"sends":"nothing","gives":"json"},
  /** Receive a bundle. */
  receiveBundle: {"method":"POST","path":"/v1/received","sends":"json","gives":"json"},
  /** Receive a bundle by upload. */
  beginUpload: {"method":"POST","path":"/v1/uploads","sends":"json","gives":"json"},
  /** Send the next part of an upload. */
  uploadPart: {"method":"POST","path":"/v1/received/{receivedId}/content","query":["offset"],"sends":"bytes","gives":"json"},
  /** Get a received bundle. */
  getReceived: {"method":"GET","path":"/v1/received/{receivedId}","sends":"nothing","gives":"json"},
  /** Accept a bundle that is not signed with a trusted key. */
  acceptReceived: {"method":"POST","path":"/v1/received/{receivedId}/accept","sends":"json","gives":"json"},
  /** Preview a received bundle. */
  showReceivedSite: {"method":"POST","path":"/v1/received/{receivedId}/site","sends":"nothing","gives":"json"},
  /** Keep a bundle as a version of a project. */
  keepReceived: {"method":"POST","path":"/v1/received/{receivedId}/keep","sends":"json","gives":"json"},
  /** Discard a bundle or stop receiving it. */
  discardReceived: {"method":"POST","path":"/v1/received/{receivedId}/discard","sends":"nothing","gives":"nothing"},
  /** List the hosted sites. */
  listHostedSites: {"method":"GET","path":"/v1/hosting","sends":"nothing","gives":"json"},
  /** Host a site. */
  hostSite: {"method":"POST","path":"/v1/hosting","sends":"json","gives":"json","takesIdempotencyKey":true},
  /** Get a hosted site. */
  getHostedSite: {"method":"GET","path":"/v1/hosting/{siteId}","sends":"nothing","gives":"json"},
  /** Change a hosted site. */
  changeHostedSite: {"method":"PATCH","path":"/v1/hosting/{siteId}","sends":"json","gives":"json"},
  /** Remove a hosted site. */
  removeHostedSite: {"method":"DELETE","path":"/v1/hosting/{siteId}","sends":"nothing","gives":"nothing"},
  /** Switch to another version. */
  addHostedVersion: {"method":"POST","path":"/v1/hosting/{siteId}/versions","sends":"json","gives":"json"},
  /** Roll back to a stored version. */
  rollBackHostedSite: {"method":"POST","path":"/v1/hosting/{siteId}/rollback","sends":"json","gives":"json"},
  /** Start a hosted site. */
  startHostedSite: {"method":"POST","path":"/v1/hosting/{siteId}/start","sends":"nothing","gives":"json"},
  /** Stop a hosted site. */
  stopHostedSite: {"method":"POST","path":"/v1/hosting/{siteId}/stop","sends":"nothing","gives":"json"},
  /** List connected drives. */
  listDrives: {"method":"GET","path":"/v1/drives","sends":"nothing","gives":"json"},
  /** Store a credential. */
  setCredential: {"method":"POST","path":"/v1/credentials","sends":"json","gives":"nothing"},
  /** Delete a credential. */
  deleteCredential: {"method":"DELETE","path":"/v1/credentials/{name}","sends":"nothing","gives":"nothing"},
  /** Get a login link. */
  createLoginLink: {"method":"POST","path":"/v1/login-links","sends":"nothing","gives":"json"},
  /** Get interface preferences. */
  getPreferences: {"method":"GET","path":"/v1/preferences","sends":"nothing","gives":"json"},
  /** Change interface preferences. */
  updatePreferences: {"method":"PATCH","path":"/v1/preferences","sends":"json","gives":"json"},
  /** Log out. */
  endSession: {"method":"DELETE","path":"/v1/session","sends":"nothing","gives":"nothing"},
  /** Make a backup of the data folder. */
  createBackup: {"method":"POST","path":"/v1/backups","sends":"json","gives":"bytes"},
  /** Get information about this server. */
  getDiagnostics: {"method":"GET","path":"/v1/diagnostics","sends":"nothing","gives":"json"},
  /** Check the browser or the database. */
  runDiagnosticCheck: {"method":"POST","path":"/v1/diagnostics/checks","sends":"json","gives":"json"},
  /** Collect information for troubleshooting. */
  createDiagnosticsArchive: {"method":"POST","path":"/v1/diagnostics/archive","sends":"nothing","gives":"bytes"},
  /** Get metrics for Prometheus. */
  getMetrics: {"method":"GET","path":"/metrics","sends":"nothing","gives":"text"},
  /** Check whether the server is up. */
  getHealth: {"method":"GET","path":"/healthz","sends":"nothing","gives":"json"},
  /** Get the OpenAPI description. */
  getOpenApi: {"method":"GET","path":"/openapi.json","sends":"nothing","gives":"json"},
  /** Read the API reference. */
  getReference: {"method":"GET","path":"/reference","sends":"nothing","gives":"text"},
} as const;
