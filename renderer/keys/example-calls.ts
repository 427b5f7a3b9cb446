/** Returns example shell calls with curl and jq. @param base address of the server @param domain of a project */
export function exampleCalls(
  base: string,
  domain: string,
): readonly Readonly<{ id: string; text: string }>[] {
  const jobs = `${base}/v1/static-export/jobs`;
  const key = '-H "Authorization: Bearer $OFFPRINT_API_KEY"';
  return [
    {
      id: 'start',
      text: `job=$(curl -fsS ${key} \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify({ domain })}' \\\n  ${jobs} | jq -r .jobId)`,
    },
    {
      id: 'poll',
      text: `until curl -fsS ${key} \\\n  ${jobs}/$job \\\n  | jq -e '.status == "completed" or .status == "failed"' >/dev/null; do sleep 5; done`,
    },
    {
      id: 'bundle',
      text: `curl -fsS ${key} -X POST \\\n  ${jobs}/$job/bundle | jq -r .bundleUrl`,
    },
  ];
}
