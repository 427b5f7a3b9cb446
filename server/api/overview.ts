/** Introduction to the API, in CommonMark: part of openapi.json, the reference page and docs/api.md. */
export const OVERVIEW = `Offprint turns documentation sites into bundles that open without a network. A script starts an
export, polls until it ends, gets a link to the bundle and downloads it: four calls that need only curl and jq.

## Address

\`http://127.0.0.1:4750\`, unless the settings \`host\`, \`port\` or \`tlsCertificate\` say otherwise. All paths below are
relative to this address. By default, the server only listens on its own machine; other addresses need TLS or an explicit
option. It accepts requests for its own names and those in the settings \`publicUrl\` and \`allowedHosts\`. It rejects calls
from web pages on other sites.

Bodies are JSON in UTF-8 (\`Content-Type: application/json\`), times are ISO 8601 in UTC, and sizes are bytes.

## Keys

Every request needs the header \`Authorization: Bearer offp_…\`. This creates a key and shows it once:

\`\`\`sh
offprint keys create --name ci --scope write
\`\`\`

| scope | can |
|---|---|
| \`read\` | see projects, jobs, pages, reports, changes, events and the queue |
| \`write\` | also start, control and delete exports, get links, create and control agent jobs, approve or reject changes, and change the name, features and settings of projects |
| \`admin\` | do everything, including creating projects, setting origins and domains, and managing the server's keys, plan and settings |

A key is a secret. Never put one in a page, a bundle or a repository. Without a key, only \`/healthz\`,
\`/openapi.json\`, \`/reference\` and signed links are available.

*What a key can access* is up to the operator. Setting a project's origin through the API needs the \`admin\` scope, and the
origin must be allowed by the setting \`directoryRoots\` or \`originHosts\`, which no key can change. On the server's
computer, the owner of the data folder can set any origin with the command line.

Starting an export and getting a link need the \`enterprise\` plan, which new installations have. Reading data does not.

## Export from start to finish

\`\`\`sh
set -euo pipefail; api=$OFFPRINT_URL/v1/static-export/jobs; auth="Authorization: Bearer $OFFPRINT_API_KEY"
job=$(curl -fsS "$api" -H "$auth" -H 'Content-Type: application/json' -d "{\\"domain\\": \\"$DOMAIN\\"}" | jq -r .jobId)
while s=$(curl -fsS "$api/$job" -H "$auth" | jq -r .status) && [ "$s" != completed ]; do [ "$s" != failed ]; sleep 5; done
url=$(curl -fsS -X POST "$api/$job/bundle" -H "$auth" | jq -r .bundleUrl)
mkdir site; curl -fsS "$url" | tar -xz -C site
\`\`\`

Poll until the status is \`completed\` or \`failed\`. A job goes from \`queued\` to \`running\` and then to one of these. A
paused job, or one interrupted by a restart, is \`queued\` until it continues. A canceled job is \`failed\`.
A job that fails is not an HTTP error: the call succeeds, and the job's \`error\` says what to do. \`completed\` means packed
*and* verified.

\`examples/automation\` has this loop for everyday use, with a time limit, downloads that continue after an interruption, and
exit codes. Its \`loop.sh\` also rolls the bundle out and verifies what the site serves. Node programs can use the typed
client \`offprint/client\`.

## Links

\`bundleUrl\` is absolute and works without a key until \`expiresAt\`: one hour unless \`expiresInSeconds\` or the setting
\`linkLifetimeSeconds\` says otherwise, up to 7 days. The archive is a \`tar.gz\` unless \`format\` or the
setting \`apiBundleFormat\` says \`zip\`. The bundle itself is kept until its job is deleted; each request signs a fresh link
to the same bytes. Downloads support \`Range\`, so \`curl -C -\` continues an interrupted one, even with a fresh link.
Compare the download's checksum with \`sha256\`.

Links start with the setting \`publicUrl\`, or with the address the server listens on, never with the host name used in a
request. Anyone with a link can get the bundle. To disable a link early, revoke the key that signed it.

A project's links can point to object storage instead (\`linkTarget\`, an \`s3\` target): the archive is uploaded
when a link to it is first requested, and the response waits for that. If the storage does not provide a link, the response is
409 or 502 and says why; send \`"linkTarget": null\` to get a link to this server instead.

## Deltas

With \`base\`, the id of an earlier completed job of the same project, the bundle call returns the *delta* between the two
bundles, which contains only what changed. On the other side of the air gap,
\`offprint delta apply <base.zip> <delta> --out <bundle.zip>\` rebuilds the new bundle from it, byte for byte.

## From a prompt to a change

\`\`\`sh
api=$OFFPRINT_URL/v2/agent/$PROJECT/job; auth="Authorization: Bearer $OFFPRINT_API_KEY"
job=$(curl -fsS "$api" -H "$auth" -H 'Content-Type: application/json' -d '{"prompt": "Use npm ci"}' | jq -r .id)
while s=$(curl -fsS "$api/$job" -H "$auth" | jq -r .status) && [ "$s" = active ]; do sleep 5; done
curl -fsS "$api/$job" -H "$auth" | jq -r .prLink
\`\`\`

For this, a project needs a repository and a model server (\`/v1/projects/{projectId}/agent\`). \`completed\` with a \`prLink\` of
null means that no change was needed; \`…/detail\` says why a job \`failed\`. Without a forge, \`prLink\` is a page on
this server that opens without a key for one day (\`reviewLinkLifetimeSeconds\`; each response has a fresh link), and
\`…/approve\` merges the change.

## Events

\`GET …/events\` streams what happens to a job as server-sent events, so you do not have to poll: \`queued\`,
\`phase\`, \`progress\`, \`paused\`, \`resumed\`, \`completed\`, \`failed\`. Events with an \`id\` are stored: after a lost
connection, send the last \`id\` you received as \`Last-Event-ID\` so that you do not miss any events. The stream ends after
\`completed\` or \`failed\`. There are no webhooks.

## Errors

Every error has the body \`{"error": "a sentence that says what to do"}\`. Programs should check the status:

| status | meaning | try again |
|---|---|---|
| 400 | something in the request is not valid; the error says what | after correcting the request |
| 401 | no key, or one that is mistyped, unknown, revoked or expired | with another key |
| 403 | the key lacks the scope, the plan lacks the feature, or the link is no longer valid | no |
| 404 | not found | no |
| 405 | the path does not allow the method; \`Allow\` lists the ones it does | no |
| 409 | not possible in this state | later, if \`Retry-After\` says so |
| 413, 415 | the body is larger than 1 MiB (64 MiB for an import) or is not JSON | after correcting the request |
| 421 | the Host header names another server | with the right address |
| 422 | the Idempotency-Key was used with a different body | with a new key |
| 429 | a limit was reached | after \`Retry-After\` seconds |
| 500 | a server error | once; the server's log has the details |
| 503 | the server is starting up, its disk is full, or it is busy | after a moment |

The calls \`POST /v1/static-export/jobs\`, \`…/bundle\`, \`POST /v2/agent/{projectId}/job\` and \`…/message\`, and those of the
compatible edition, ignore unknown fields. All other calls reject unknown fields and name them in the error.

## Limits

| what | limit |
|---|---|
| prompts and messages for agent jobs | 100 per project in any 60 minutes, not counting refused ones; \`RateLimit-*\` headers say how many are left |
| export starts | none, unless the setting \`exportStartsPerHour\` sets one per project; \`RateLimit-*\` headers say how many are left |
| invalid keys | 20 per minute from one address; valid keys never have to wait |
| request body | 1 MiB; 64 MiB for importing a change |
| time for a request to arrive | 30 s; 10 s for its headers |
| list entries | 500 per page; \`nextCursor\` gives the next page |
| event streams | 2,000 at a time |

## Retry requests safely

If a connection breaks, you cannot know whether the job was started. With the header \`Idempotency-Key\`, you can send the
same request again: for 24 hours, the same key with the same body on the same path returns the first response and starts
nothing. With a different body, the response is 422; while the first request is still being processed, it is 409.

## Compatibility

Within \`/v1\` and \`/v2\`, documented fields are never removed and never change type. New fields, calls, events and
\`errorCode\` values may be added: ignore any that you do not recognize.
`;
