import { createHash } from 'node:crypto';
import type { Element, ElementContent } from 'hast';
import { bundledLanguages, bundledThemes, createHighlighter, type Highlighter, isSpecialLang } from 'shiki';
import { CODE_THEMES } from '../model/settings.ts';
import type { LightAndDark } from '../model/values.ts';
import { readableOn } from '../styles/contrast.ts';

/** Language names that Shiki knows by another name. */
const ALIASES: Readonly<Record<string, string>> = {
  curl: 'bash',
  env: 'dotenv',
  dotenv: 'dotenv',
  gradle: 'groovy',
  react: 'tsx',
  response: 'json',
  redis: 'bash',
  command: 'bash',
  commandline: 'bash',
  'package-install': 'bash',
  'shell-session': 'shellsession',
  pycon: 'python',
  node: 'javascript',
  'node.js': 'javascript',
  golang: 'go',
  'c++': 'cpp',
  terraform: 'hcl',
  charp: 'csharp',
  http: 'http',
  objc: 'objective-c',
  promql: 'text',
  jsonl: 'json',
  gitignore: 'text',
  mermaid: 'mermaid',
};

const PLAIN = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'ascii',
  'output',
  'lines',
  'none',
  'diagram',
  'reference',
  'copy',
  'title',
  'prompt',
  'log',
  'bru',
]);

/** Longer code is not highlighted, since its grammar may take minutes. */
const LENGTH_MAX = 200_000;
const LINE_MAX = 5_000;

/** Highlights code with Shiki at build time, in two themes. Colours become classes, which `codeStyles()` defines. */
export class CodeColors {
  readonly #highlighter: Highlighter;
  readonly #themes: LightAndDark;
  readonly #rules = new Map<string, string>();
  readonly #used = new Map<string, string>();

  private constructor(highlighter: Highlighter, themes: LightAndDark) {
    this.#highlighter = highlighter;
    this.#themes = themes;
  }

  static async open(themes: LightAndDark): Promise<CodeColors> {
    const named = {
      light: themeNamed(themes.light, CODE_THEMES.light),
      dark: themeNamed(themes.dark, CODE_THEMES.dark),
    };
    const highlighter = await createHighlighter({
      themes: [...new Set([named.light, named.dark])],
      langs: [],
    });
    return new CodeColors(highlighter, named);
  }

  /** Loads the grammars of the languages used in a page. */
  async load(languages: Iterable<string>): Promise<void> {
    for (const language of withEmbedded(languages)) {
      const name = languageNamed(language);
      if (name === undefined || isSpecialLang(name) || this.#highlighter.getLoadedLanguages().includes(name))
        continue;
      await this.#highlighter.loadLanguage(name as keyof typeof bundledLanguages);
    }
  }

  /** Returns the lines of code with spans for colours, or as plain text if the language has not been loaded. */
  lines(code: string, language: string): ElementContent[][] {
    const name = languageNamed(language);
    if (
      name === undefined ||
      isSpecialLang(name) ||
      code.length > LENGTH_MAX ||
      !this.#highlighter.getLoadedLanguages().includes(name)
    ) {
      return code.split('\n').map((line) => [{ type: 'text', value: line }]);
    }
    const tokens = this.#highlighter.codeToTokens(code, {
      lang: name as keyof typeof bundledLanguages,
      themes: this.#themes,
      defaultColor: false,
      tokenizeMaxLineLength: LINE_MAX,
      tokenizeTimeLimit: 0,
    }).tokens;
    return tokens.map((line) => {
      const parts: ElementContent[] = [];
      for (const { content, htmlStyle } of line) {
        const className = this.#classOf(typeof htmlStyle === 'object' ? htmlStyle : {});
        const last = parts.at(-1);
        if (className === undefined || content.trim() === '') {
          if (last?.type === 'text') last.value += content;
          else parts.push({ type: 'text', value: content });
        } else if (last?.type === 'element' && last.properties.className?.toString() === className) {
          (last.children[0] as { value: string }).value += content;
        } else parts.push(span(className, content));
      }
      return parts;
    });
  }

  close(): void {
    this.#highlighter.dispose();
  }

  /** Returns the rules used since the last call. */
  used(): [rule: string, className: string][] {
    const used = [...this.#used];
    this.#used.clear();
    return used;
  }

  /** Adds the rules that a page of an earlier build used. */
  restore(rules: Iterable<readonly [rule: string, className: string]>): void {
    for (const [rule, className] of rules) this.#rules.set(rule, className);
  }

  /** Returns all rules with the class names assigned to them. */
  rules(): ReadonlyMap<string, string> {
    return this.#rules;
  }

  #classOf(style: Readonly<Record<string, string>>): string | undefined {
    const light = style['--shiki-light'];
    const dark = style['--shiki-dark'];
    if (light === undefined && dark === undefined) return undefined;
    const shape = (mode: 'light' | 'dark'): string =>
      [
        ['font-style', style[`--shiki-${mode}-font-style`]],
        ['font-weight', style[`--shiki-${mode}-font-weight`]],
        ['text-decoration', style[`--shiki-${mode}-text-decoration`]],
      ]
        .flatMap(([key, value]) => (value === undefined || value === 'inherit' ? [] : [`;${key}:${value}`]))
        .join('');
    const rule = `color:${light}${shape('light')}|color:${dark}${shape('dark')}`;
    const known = this.#rules.get(rule);
    if (known !== undefined) {
      this.#used.set(rule, known);
      return known;
    }
    const name = `k${createHash('sha256').update(rule).digest('hex').slice(0, 5)}`;
    this.#rules.set(rule, name);
    this.#used.set(rule, name);
    return name;
  }
}

/** Adds the languages often embedded in Markdown, which Shiki does not load together with its grammar. */
function* withEmbedded(languages: Iterable<string>): Generator<string> {
  for (const language of languages) {
    yield language;
    const name = languageNamed(language);
    if (name === 'mdx' || name === 'markdown' || name === 'md') yield* ['tsx', 'bash', 'json', 'yaml'];
  }
}

/** Returns the style sheet for the classes assigned by `CodeColors`. */
export function codeStyles(rules: ReadonlyMap<string, string>): string {
  return [...rules]
    .map(([rule, name]) => {
      const [light = '', dark = ''] = rule.split('|');
      return `.${name}{${light}}.dark .${name}{${dark}}${tinted(name, light, dark)}`;
    })
    .sort()
    .join('\n');
}

/** Backgrounds of marked lines (styles/code.css): the darkest of the light theme and the lightest of the dark theme. */
const TINTED = { light: '#dfdfdf', dark: '#2a2a2c' };

/** Returns rules with adjusted colours for marked lines, if the original ones are unreadable on their background. */
function tinted(name: string, light: string, dark: string): string {
  const adjusted = (rule: string, ground: string): string =>
    rule.replace(/#[\da-f]{6}\b/gi, (color) => {
      const readable = readableOn(color, ground, 4.5);
      return readable === color.toLowerCase() ? color : readable;
    });
  const [onLight, onDark] = [adjusted(light, TINTED.light), adjusted(dark, TINTED.dark)];
  const lines = ':is(.line-highlight,.line-focus,.line-add,.line-remove)';
  return [
    onLight === light ? '' : `${lines} .${name}{${onLight}}`,
    // Otherwise the rule for light pages would take precedence.
    onDark === dark && onLight === light ? '' : `.dark ${lines} .${name}{${onDark}}`,
  ].join('');
}

/** Whether a language is known, even if it is shown as plain text. */
export function isKnownLanguage(language: string): boolean {
  return languageNamed(language) !== undefined;
}

function languageNamed(given: string): string | undefined {
  const lower = given.toLowerCase().replace(/[",{].*$/, '');
  if (PLAIN.has(lower)) return 'text';
  const name = ALIASES[lower] ?? lower;
  return name in bundledLanguages || isSpecialLang(name) ? name : undefined;
}

function themeNamed(name: string, fallback: string): string {
  return name in bundledThemes ? name : fallback;
}

function span(className: string, value: string): Element {
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: [className] },
    children: [{ type: 'text', value }],
  };
}
