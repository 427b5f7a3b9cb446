import type { Directive } from './known-directives.ts';
import { linesOf } from './lines.ts';

/** Finds TeX commands that include files, or that MathJax and KaTeX turn into links, styles and extensions. */
export function tex(text: string): Directive[] {
  return linesOf(text).flatMap(({ text: written, line }) =>
    TEX.test(written) ? [{ what: 'raw', line, text: written.trim() }] : [],
  );
}

const TEX =
  /\\(href|url|style|class|cssId|require|includegraphics|html(Class|Id|Style|Data)|input|include|lstinputlisting|verbatiminput|openin|openout|write(18)?|immediate|catcode|csname)\s*[{\\=\d]/;
