import type { ChangeDiff } from '../agent-jobs/review.ts';
import type { AgentJob } from '../store/agent-jobs.ts';
import { escaped as escapeHtml } from './reference/markup.ts';

/** Maximum number of lines shown. Longer pages would keep the server busy, and nobody reads them. */
const LINES_MAX = 20_000;

/** Renders a proposed change as a self-contained page. The change is shown as text, so none of it can run. */
export function reviewPage(job: AgentJob, outcome: string, diff: ChangeDiff): string {
  const files = diff.files.map(
    ({ path, added, removed }) =>
      `<tr><td>${escapeHtml(path)}</td><td>${added === null ? 'binary' : `+${added} −${removed}`}</td></tr>`,
  );
  const all = diff.patch.split('\n', LINES_MAX + 1);
  const wasCut = diff.wasCut || all.length > LINES_MAX;
  const lines = all
    .slice(0, LINES_MAX)
    .map((line) => `<span class="${classOf(line)}">${escapeHtml(visible(line))}</span>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Agent job ${job.id}</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1b1f24;background:#fff}
pre{overflow:auto;border:1px solid #d0d7de;border-radius:6px;padding:.75rem;font-size:13px}
td{padding:.1rem 1rem .1rem 0}.add{background:#dafbe1}.del{background:#ffebe9}.at{color:#57606a}
@media (prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}pre{border-color:#30363d}.add{background:#12381f}.del{background:#48191c}}
</style></head><body>
<h1>${escapeHtml(job.prompt.split('\n')[0]?.slice(0, 120) ?? '')}</h1>
<p>${escapeHtml(outcome)}</p>
<p>Agent job ${job.id}, model ${escapeHtml(job.model)}, ${escapeHtml(job.repository)}</p>
<p>Approve or reject this change in the app, or with <code>offprint agent approve ${job.id}</code> and <code>offprint agent reject ${job.id}</code>.</p>
<h2>${diff.files.length} changed ${diff.files.length === 1 ? 'file' : 'files'}</h2>
<table>${files.join('')}</table>
<pre>${lines.join('\n')}</pre>${wasCut ? '\n<p>The change is too long to show in full.</p>' : ''}
</body></html>
`;
}

/** Shows invisible characters and those that change the text direction by their code points. */
function visible(line: string): string {
  return line.replace(
    /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    (sign) => `<U+${sign.codePointAt(0)?.toString(16).toUpperCase()}>`,
  );
}

function classOf(line: string): string {
  if (line.startsWith('@@') || line.startsWith('diff ')) return 'at';
  return line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : '';
}
