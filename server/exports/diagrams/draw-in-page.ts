import type { DrawnNode } from '../../docs-site/diagrams.ts';

type Mermaid = Readonly<{
  initialize: (config: object) => void;
  render: (id: string, source: string) => Promise<{ svg: string }>;
}>;

export type DrawnInPage =
  | Readonly<{ light: DrawnNode; dark?: DrawnNode }>
  | Readonly<{ fault: string; line: number | null }>;

/**
 * Runs in a page with Mermaid: renders a diagram in the light and the dark theme. If they differ only in colours, adds
 * the dark colours to the light drawing as `.dark` rules.
 */
export async function drawInPage(source: string, id: string, font: string): Promise<DrawnInPage> {
  const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
  const COLORS = new Set(['fill', 'stroke', 'stop-color', 'flood-color', 'color', 'style']);

  const draw = async (theme: string): Promise<Element> => {
    // Make the output deterministic: an empty page, so that nothing affects measurements, and a fixed random seed.
    document.body.replaceChildren();
    let seed = 1;
    Math.random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      deterministicIds: true,
      handDrawnSeed: 1,
      suppressErrorRendering: true,
      theme,
      // Mermaid's default background for edge labels in the dark theme is too light for their text.
      themeVariables: { useGradient: false, ...(theme === 'dark' && { edgeLabelBackground: '#333333' }) },
      fontFamily: font,
    });
    const { svg } = await mermaid.render(id, source);
    const place = document.createElement('div');
    place.innerHTML = svg;
    document.body.replaceChildren(place);
    const drawn = place.querySelector('svg');
    if (!drawn) throw new Error('nothing was drawn');
    renameIds(drawn);
    for (const style of drawn.querySelectorAll('style')) style.textContent = usedRules(style, drawn).join('');
    return drawn;
  };

  /**
   * Renumbers the ids, because Mermaid continues some counters from one diagram to the next and uses some ids in
   * several diagrams, and prefixes them with the drawing's id. Mermaid's style sheets only refer to that id, and to
   * endings of others.
   */
  const renameIds = (drawn: Element): void => {
    const names = new Map<string, string>();
    const counts = new Map<string, number>();
    for (const element of drawn.querySelectorAll('[id]')) {
      const [, stem = '', number] = /^(.*?)(\d*)$/.exec(element.id) ?? [];
      const count = counts.get(stem) ?? 0;
      if (number !== '' && !names.has(element.id)) counts.set(stem, count + 1);
      const counted = number === '' ? stem : `${stem}${count}`;
      if (!names.has(element.id))
        names.set(element.id, counted.startsWith(id) ? counted : `${id}-${counted}`);
    }
    for (const element of drawn.querySelectorAll('*')) {
      for (const { name, value } of [...element.attributes]) {
        const renamed =
          name === 'id' || name === 'for'
            ? names.get(value)
            : value.replace(/(^|url\(["']?)#([^"')]+)/g, (whole, before, target) =>
                names.has(target) ? `${before}#${names.get(target)}` : whole,
              );
        if (renamed !== undefined && renamed !== value) element.setAttribute(name, renamed);
      }
    }
  };

  const rulesOf = (style: Element): CSSRule[] => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
    return [...sheet.cssRules];
  };

  /** Mermaid's style sheets contain the rules of every kind of diagram. */
  const usedRules = (style: Element, drawn: Element): string[] =>
    rulesOf(style).flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule)) return [rule.cssText];
      const { selectorText } = rule;
      const isUsed =
        selectorText.includes(':') ||
        drawn.matches(selectorText) ||
        drawn.querySelector(selectorText) !== null;
      return isUsed ? [rule.cssText] : [];
    });

  /** Collects the rules for the dark theme; false if more than colours differ. */
  const differences = (light: Element, dark: Element, rules: string[]): boolean => {
    if (light.tagName !== dark.tagName || light.children.length !== dark.children.length) return false;
    if (light.tagName === 'style') {
      const known = new Set(rulesOf(light).map(({ cssText }) => cssText));
      for (const rule of rulesOf(dark)) {
        if (!(rule instanceof CSSStyleRule) || known.has(rule.cssText)) continue;
        const selectors = rule.selectorText.split(/,(?![^(]*\))/).map((one) => `.dark ${one.trim()}`);
        rules.push(`${selectors.join(',')}{${rule.style.cssText}}`);
      }
      return true;
    }
    if (light.children.length === 0 && light.textContent !== dark.textContent) return false;
    const names = new Set([...light.getAttributeNames(), ...dark.getAttributeNames()]);
    const stated: string[] = [];
    for (const name of names) {
      const [one, other] = [light.getAttribute(name), dark.getAttribute(name)];
      if (one === other) continue;
      if (!COLORS.has(name) || other === null) return false;
      if (name === 'style')
        stated.push(
          ...other
            .split(';')
            .filter((part) => part.includes(':'))
            .map(important),
        );
      else stated.push(`${name}:${other}`);
    }
    if (stated.length > 0) {
      const key = `d${rules.length}`;
      light.setAttribute('data-dark', key);
      rules.push(`.dark #${id} [data-dark=${key}]{${stated.join(';')}}`);
    }
    return [...light.children].every((child, index) =>
      differences(child, dark.children[index] as Element, rules),
    );
  };
  const important = (part: string): string => `${part.replace(/!\s*important/, '').trim()} !important`;

  const treeOf = (node: Node): DrawnNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return [{ tag: node.localName, attributes, children: [...node.childNodes].flatMap(treeOf) }];
  };

  try {
    const light = await draw('default');
    const plain = light.cloneNode(true) as Element;
    const dark = await draw('dark');
    const rules: string[] = [];
    if (differences(light, dark, rules)) {
      const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
      style.textContent = rules.join('');
      light.append(style);
      return { light: treeOf(light)[0] as DrawnNode };
    }
    return { light: treeOf(plain)[0] as DrawnNode, dark: treeOf(dark)[0] as DrawnNode };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = /\bline (\d+)/.exec(message)?.[1];
    return {
      fault: (message.split('\n')[0] ?? '').replace(/:\s*$/, '.'),
      line: line === undefined ? null : Number(line),
    };
  }
}
