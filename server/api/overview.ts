/**
 * What a reader of the API has to know before its operations, in CommonMark: part of openapi.json, of the reference
 * page and of docs/api.md.
 */
export const OVERVIEW = `Offprint turns documentation sites into bundles that open without a network. A script starts an
export, asks until it has ended, asks for a link to the bundle and fetches it: four calls, for which curl and jq are enough.

## Address

\`http://127.0.0.1:4750\`, unless the settings \`host\`, \`port\` or \`tlsCertificate\` say otherwise. All paths below
begin there. The server listens on this machine only; another address needs TLS or an explicit decision. It answers to its
own names and to those of the settings \`publicUrl\` and \`allowedHosts\`, and to no web page of another site.

Bodies are JSON in UTF-8 (\`Content-Type: application/json\`), times are ISO 8601 in UTC, and sizes are bytes.

## Keys

Every request carries the header \`Authorization: Bearer offp_…\`. This makes a key and shows it, once:

\`\`\`sh
offprint keys create --name ci --scope write
\`\`\`

| scope | may |
|---|---|
| \`read\` | see projects, jobs, pages, reports, changes, events and the queue |
| \`write\` | that, and start, steer and delete exports, get links, create and steer agent jobs, decide about changes, change name, features and settings of projects |
| \`admin\` | all of it: create projects, set origins and domains, keys, plan and settings of the server |

A key is a secret of servers and people: it belongs in no page, no bundle and no repository. Without one there are
\`/healthz\`, \`/openapi.json\`, \`/reference\` and signed links, nothing else.

*What a key may reach* is decided by the operator, not by the key: the origin of a project that is set by API has to lie
within the setting \`directoryRoots\`, and needs the scope \`admin\`; no key may change that setting itself. On the computer
of the server, the owner of the data folder may set any origin with the command line.

Starting an export and getting a link need the plan \`enterprise\`, which a new installation has; reading does not.

## The loop

\`\`\`sh
set -euo pipefail; api=$OFFPRINT_URL/v1/static-export/jobs; auth="Authorization: Bearer $OFFPRINT_API_KEY"
job=$(curl -fsS "$api" -H "$auth" -H 'Content-Type: application/json' -d "{\\"domain\\": \\"$DOMAIN\\"}" | jq -r .jobId)
while s=$(curl -fsS "$api/$job" -H "$auth" | jq -r .status) && [ "$s" != completed ]; do [ "$s" != failed ]; sleep 5; done
url=$(curl -fsS -X POST "$api/$job/bundle" -H "$auth" | jq -r .bundleUrl)
mkdir site; curl -fsS "$url" | tar -xz -C site
\`\`\`

\`completed\` and \`failed\` are the statuses that end the loop. A job goes from \`queued\` to \`running\` and then to one
of them; one that is paused, or was interrupted by a restart, reads \`queued\` until it goes on. Canceling makes it
\`failed\`.
A job that fails is not an HTTP error: the call succeeds, and the job's \`error\` says what to do. \`completed\` means packed
*and* verified.

\`examples/automation\` has this loop for every day: with a limit on its patience, downloads that go on where they broke
off, and exit codes; \`loop.sh\` there also rolls the bundle out and verifies what the site serves. Programs for Node take the
typed client \`offprint/client\`.

## Links

\`bundleUrl\` is absolute and works without a key until \`expiresAt\`: an hour unless \`expiresInSeconds\` or the setting
\`linkLifetimeSeconds\` says otherwise, at most 7 days. The archive is a \`tar.gz\` unless \`format\` or the
setting \`apiBundleFormat\` says \`zip\`. The bundle itself stays until its job is deleted; asking again signs
a fresh link to the same bytes. Downloads take \`Range\`, so \`curl -C -\` goes on with a broken one, also by a fresh link.
Compare what arrived with \`sha256\`.

Links begin with the setting \`publicUrl\`, or else with the address that the server listens on; never with what a request
called it. Whoever has a link has the bundle: revoking the key that signed it ends it before its time.

A project may have its links lead to object storage instead (\`linkTarget\`, a target of the kind \`s3\`): the archive is sent there
when a link to it is first asked for, and the answer waits for that. Where the storage does not give one, the answer is 409 or 502
and says why; \`"linkTarget": null\` asks for a link of this server.

## Deltas

With \`base\`, the id of an earlier completed job of the same project, the bundle call gives the *delta* between the two
bundles: what changed, and nothing else. \`offprint delta apply <base.zip> <delta> --out <bundle.zip>\` makes the new bundle
of it on the other side of the gap, byte for byte.

## From a prompt to a change

\`\`\`sh
api=$OFFPRINT_URL/v2/agent/$PROJECT/job; auth="Authorization: Bearer $OFFPRINT_API_KEY"
job=$(curl -fsS "$api" -H "$auth" -H 'Content-Type: application/json' -d '{"prompt": "Use npm ci"}' | jq -r .id)
while s=$(curl -fsS "$api/$job" -H "$auth" | jq -r .status) && [ "$s" = active ]; do sleep 5; done
curl -fsS "$api/$job" -H "$auth" | jq -r .prLink
\`\`\`

A project needs a repository and a model server for it (\`/v1/projects/{projectId}/agent\`). \`completed\` with a \`prLink\` of
null means that nothing had to be changed; \`…/detail\` says why a job \`failed\`. Without a forge \`prLink\` is a page of this
server, which opens without a key for a day (\`reviewLinkLifetimeSeconds\`; asking again gives a fresh link), and \`…/approve\` merges.

## Events

\`GET …/events\` streams what happens to a job as server-sent events, so that nothing needs to be polled: \`queued\`,
\`phase\`, \`progress\`, \`paused\`, \`resumed\`, \`completed\`, \`failed\`. Those with an \`id\` are kept; a reader that lost
the connection sends the last one as \`Last-Event-ID\` and misses nothing. The stream ends after \`completed\` or \`failed\`.
There are no webhooks.

## Errors

Every answer that is not a success has the body \`{"error": "a sentence that says what to do"}\`. Programs go by the
status:

| status | meaning | try again |
|---|---|---|
| 400 | something in the request is not valid; the sentence names it | after a change |
| 401 | no key, or one that is mistyped, unknown, revoked or expired | with another key |
| 403 | the key lacks the scope, the plan lacks the feature, or the link does not hold any more | no |
| 404 | there is no such thing | no |
| 405 | the method does not fit the path; \`Allow\` lists those that do | no |
| 409 | not in this state | later, where \`Retry-After\` says so |
| 413, 415 | the body is longer than 1 MiB (an import: 64), or not JSON | after a change |
| 421 | the Host header names another server | with the right address |
| 422 | the Idempotency-Key was used with another body | with a new one |
| 429 | a limit is reached | after \`Retry-After\` seconds |
| 500 | a fault of the server | once; its log says more |
| 503 | starting up, or the disk is full | after a moment |

On the calls \`POST /v1/static-export/jobs\`, \`…/bundle\`, \`POST /v2/agent/{projectId}/job\` and \`…/message\` fields that are not described are ignored; everywhere else
they are refused by name.

## Limits

| what | limit |
|---|---|
| prompts and messages of agent jobs | 100 per project in any 60 minutes, refused ones not counted; \`RateLimit-*\` tell what is left |
| starts of exports | none, unless the setting \`exportStartsPerHour\` sets one per project; \`RateLimit-*\` tell what is left |
| wrong keys | 20 a minute from one address; right keys are never kept waiting |
| body of a request | 1 MiB; of the import of a change 64 |
| time for a request to come in | 30 s, its headers 10 s |
| entries of a list | 500 a page; \`nextCursor\` leads to the next |
| event streams | 2,000 at the same time |

## Once and only once

A connection that breaks leaves open whether the job was started. With a header \`Idempotency-Key\` the same request may
be sent again: for 24 hours the same key with the same body on the same path gives the first answer and starts nothing.
With another body it is 422; while the first request is still being carried out it is 409.

## What stays

Within \`/v1\` and \`/v2\` no documented field is removed and none changes its type. New fields, new calls and new values of
\`errorCode\` and of events may come: ignore what you do not know.
`;
