import type { OpenApi } from './openapi.ts';
import type { Field } from './reference/fields.ts';
import { codeBlock, escaped, headingsOf, inline, markup, slug } from './reference/markup.ts';
import { type Operation, type Reference, type ReferenceObject, referenceOf } from './reference/reference.ts';
import { STYLE } from './reference/style.ts';

/** Renders the API description as a self-contained page: no scripts, no files, no network. */
export function referencePage(description: OpenApi): string {
  const reference = referenceOf(description);
  const { title, version, summary, overview, sections, objects } = reference;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} API ${escaped(version)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${contents(reference)}
<main id="main" tabindex="-1">
<header class="overview">
<h1>${escaped(title)} API ${escaped(version)}</h1>
<p class="lead">${inline(summary)}</p>
<p>Machine-readable: <a href="/openapi.json">openapi.json</a></p>
</header>
<div class="overview">
${markup(overview)}
</div>
${sections
  .map(
    ({ name, description, operations }) => `<section aria-labelledby="${slug(name)}">
<h2 id="${slug(name)}">${escaped(name)}</h2>
<p>${inline(description)}</p>
${operations.map(operationHtml).join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
<p>The objects used in requests and responses.</p>
${objects.map(objectHtml).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function contents({ overview, sections, objects }: Reference): string {
  const link = (anchor: string, text: string): string => `<a href="#${anchor}">${text}</a>`;
  const list = (items: readonly string[]): string =>
    `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
  const section = (anchor: string, name: string, items: readonly string[]): string =>
    `<a class="section" href="#${anchor}">${escaped(name)}</a>\n${list(items)}`;
  return `<nav class="contents" aria-labelledby="contents">
<p id="contents">Contents</p>
${list([
  ...headingsOf(overview).map((heading) => link(slug(heading), inline(heading))),
  ...sections.map(({ name, operations }) =>
    section(
      slug(name),
      name,
      operations.map(({ id, summary }) => link(id, inline(summary))),
    ),
  ),
  section(
    'objects',
    'Objects',
    objects.map(({ name, anchor }) => link(anchor, escaped(name))),
  ),
])}
</nav>`;
}

function operationHtml(operation: Operation): string {
  const { id, method, path, summary, description, scope, parameters, body, request, answer } = operation;
  return `<article class="operation" id="${id}" aria-labelledby="${id}-title">
<header>
<h3 id="${id}-title">${inline(summary)}</h3>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(path)}</code></p>
<p class="soft">${scope === undefined ? 'No key needed' : `Needs a key with the <code>${escaped(scope)}</code> scope`}</p>
${description === '' ? '' : `<p>${inline(description)}</p>`}
</header>
<div>
${parameters.length > 0 ? fieldsTable('Parameters', parameters, 'required') : ''}
${body ? fieldsTable(`Body${body.required ? '' : ' (optional)'}`, body.fields, 'required') : ''}
${answersTable(operation)}
</div>
<div>
${figure('Request', request)}
${answer === undefined ? '' : figure('Response', answer)}
</div>
</article>`;
}

function answersTable({ answers, commonErrors }: Operation): string {
  const rows = answers.map(({ status, description, body, headers }) => {
    const told = headers.map(
      ({ name, description }) => `<p class="soft"><code>${escaped(name)}</code>: ${inline(description)}</p>`,
    );
    return `<tr><th scope="row">${status}</th><td>${inline(description)}${told.join('')}</td><td>${inline(body)}</td></tr>`;
  });
  return `<table>
<caption>Responses</caption>
<thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Body</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<p class="soft">Other possible statuses: ${commonErrors.join(', ')}. See <a href="#errors">Errors</a>.</p>`;
}

function objectHtml({ name, anchor, description, fields }: ReferenceObject): string {
  return `<article class="object" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title">${escaped(name)}</h3>
${description === '' ? '' : `<p>${inline(description)}</p>`}
${fieldsTable('Fields', fields, 'always')}
</article>`;
}

function fieldsTable(
  caption: string,
  fields: readonly (Field & { place?: string })[],
  wordOfRequired: string,
): string {
  const rows = fields.map(({ name, type, required, description, constraints, place }) => {
    const facts = [
      inline(type),
      ...(place === undefined ? [] : [`in the ${place}`]),
      required ? wordOfRequired : 'optional',
    ];
    return `<tr><th scope="row"><code>${escaped(name)}</code><br><span class="soft">${facts.join(' · ')}</span></th><td>${[
      ...(description === '' ? [] : [`<p>${inline(description)}</p>`]),
      ...(constraints.length === 0 ? [] : [`<p class="soft">${inline(constraints.join('; '))}</p>`]),
    ].join('')}</td></tr>`;
  });
  return `<table class="fields">
<caption>${escaped(caption)}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function figure(caption: string, text: string): string {
  return `<figure><figcaption>${escaped(caption)}</figcaption>${codeBlock(text)}</figure>`;
}
