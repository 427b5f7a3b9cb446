/** A request to show in the examples of a page. */
export type SampleRequest = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON, or text of another type; undefined if there is none. */
  body?: unknown;
}>;

export type Sample = Readonly<{ label: string; language: string; code: string }>;

type Writer = Readonly<{ label: string; language: string; write: (request: SampleRequest) => string }>;

const WRITERS: Readonly<Record<string, Writer>> = {
  curl: { label: 'cURL', language: 'bash', write: curl },
  javascript: { label: 'JavaScript', language: 'javascript', write: javascript },
  python: { label: 'Python', language: 'python', write: python },
  go: { label: 'Go', language: 'go', write: go },
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  bash: 'curl',
  shell: 'curl',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  typescript: 'javascript',
  py: 'python',
  golang: 'go',
};

/** Returns the canonical name of a language with several names, such as `js` and `node`. */
export function languageKey(name: string): string {
  return OTHER_NAMES[name.toLowerCase()] ?? name.toLowerCase();
}

/** @param languages names in docs.json (`api.examples.languages`); if empty, all supported languages */
export function samplesOf(request: SampleRequest, languages: readonly string[]): Sample[] {
  const asked = languages.map(languageKey).filter((name) => name in WRITERS);
  return [...new Set(asked.length > 0 ? asked : Object.keys(WRITERS))].flatMap((name) => {
    const writer = WRITERS[name];
    return writer ? [{ label: writer.label, language: writer.language, code: writer.write(request) }] : [];
  });
}

function curl({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl --request ${method} \\\n  --url ${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(textOf(body))}`]),
  ].join(' \\\n  ');
}

function javascript({ method, url, headers, body }: SampleRequest): string {
  const lines = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length > 0
      ? [`headers: ${indented(JSON.stringify(Object.fromEntries(headers), null, 2))}`]
      : []),
    ...(body === undefined
      ? []
      : [
          `body: ${typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${indented(textOf(body))})`}`,
        ]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${lines.join(',\n  ')}\n});\n\nconsole.log(await response.json());`;
}

function python({ method, url, headers, body }: SampleRequest): string {
  const call = [
    'url',
    ...(body === undefined ? [] : [typeof body === 'string' ? 'data=payload' : 'json=payload']),
    ...(headers.length > 0 ? ['headers=headers'] : []),
  ];
  return [
    'import requests\n',
    `url = ${JSON.stringify(url)}`,
    ...(body === undefined ? [] : [`payload = ${pythonValue(body)}`]),
    ...(headers.length > 0 ? [`headers = ${pythonValue(Object.fromEntries(headers))}`] : []),
    '',
    `response = requests.${method.toLowerCase()}(${call.join(', ')})`,
    '',
    'print(response.json())',
  ].join('\n');
}

function pythonValue(value: unknown, indent = ''): string {
  const next = `${indent}    `;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((one) => pythonValue(one, next))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one, next)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${next}${items.join(`,\n${next}`)}\n${indent}${close}`;
}

function go({ method, url, headers, body }: SampleRequest): string {
  const raw = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
  return [
    'package main\n',
    `import (\n\t"fmt"\n\t"io"\n\t"net/http"${body === undefined ? '' : '\n\t"strings"'}\n)\n`,
    'func main() {',
    ...(body === undefined ? [] : [`\tpayload := strings.NewReader(${raw(textOf(body))})`]),
    `\treq, _ := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${body === undefined ? 'nil' : 'payload'})`,
    ...headers.map(([name, value]) => `\treq.Header.Add(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    '\tres, _ := http.DefaultClient.Do(req)',
    '\tdefer res.Body.Close()',
    '\tbody, _ := io.ReadAll(res.Body)',
    '\tfmt.Println(string(body))',
    '}',
  ].join('\n');
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
