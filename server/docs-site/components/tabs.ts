import { componentOf, contentOf, type Node, type Origin, type Props } from '../parse/nodes.ts';
import { codeOptions } from './code-meta.ts';
import { el } from './element.ts';
import { type ComponentFunction, type Html, isTrue, type Rendering, textOfProp } from './rendering.ts';
import { register } from './steps.ts';

type Panel = Readonly<{ label: string; icon?: Html | undefined; id: string; content: Html[] }>;

export const tabs: ComponentFunction = ({ props, children, origin }, page) => {
  const panels = contentOf(children).map((node, index): Panel => {
    const found = componentOf(node);
    const isTab = found?.name === 'Tab' && node.type === 'element';
    return panelOf(isTab ? found.props : {}, isTab ? (node.children as Node[]) : [node], index, page, origin);
  });
  return [
    tabSet(panels, {
      className: 'tabs',
      initial: Number(props.defaultTabIndex ?? 0),
      sync: props.sync !== false,
    }),
  ];
};

/** A tab outside of `<Tabs>`, shown as a set of one. */
export const tab: ComponentFunction = ({ props, children, origin }, page) => [
  tabSet([panelOf(props, children, 0, page, origin)], { className: 'tabs', initial: 0, sync: false }),
];

function panelOf(
  props: Props,
  children: readonly Node[],
  index: number,
  page: Rendering,
  origin: Origin,
): Panel {
  const label = textOfProp(props.title) ?? textOfProp(props.label) ?? `Tab ${index + 1}`;
  const id = register(textOfProp(props.id) ?? page.slugs.component(label), page);
  return { label, id, icon: page.icon(props.icon, props.iconType, origin), content: page.render(children) };
}

export type TabLook = Readonly<{ className: string; initial: number; sync: boolean }>;

/**
 * Renders panels of which one is shown at a time. Without scripts, all are shown, each under its label. `site.js` turns
 * them into tabs and keeps sets with the same labels in sync.
 */
export function tabSet(panels: readonly Panel[], { className, initial, sync }: TabLook): Html {
  const chosen = panels[initial] ? initial : 0;
  return el(
    'div',
    { className: [className, 'tab-set', 'doc-block'], ...(sync && { dataSync: 'true' }) },
    el(
      'div.tab-list',
      { role: 'tablist' },
      panels.map(({ label, icon, id }, index) =>
        el(
          'button.tab',
          {
            type: 'button',
            role: 'tab',
            id: `tab-${id}`,
            ariaControls: [id],
            ariaSelected: index === chosen ? 'true' : 'false',
            tabIndex: index === chosen ? 0 : -1,
          },
          icon && el('span.tab-icon', { ariaHidden: 'true' }, icon),
          label,
        ),
      ),
    ),
    panels.map(({ label, id, content }, index) =>
      el(
        'div.tab-panel',
        { id, role: 'tabpanel', ariaLabelledBy: [`tab-${id}`], ...(index === chosen && { dataActive: '' }) },
        el('p.tab-label', { ariaHidden: 'true' }, label),
        content,
      ),
    ),
  );
}

/** Code blocks of which one is shown at a time, with their titles as tabs. */
export const codeGroup: ComponentFunction = ({ props, children }, page) => {
  const blocks = contentOf(children);
  const panels = blocks.map((node, index): Panel => {
    const found = componentOf(node);
    const label = titleOf(found?.props) ?? `Code ${index + 1}`;
    return { label, id: register(page.slugs.component(`${label}-code`), page), content: page.render([node]) };
  });
  if (panels.length === 0) return [];
  return [
    tabSet(panels, {
      className: 'code-group',
      initial: 0,
      sync: props.noSync === undefined || !isTrue(props.noSync),
    }),
  ];
};

function titleOf(props: Props | undefined): string | undefined {
  const meta = textOfProp(props?.meta) ?? '';
  const own = textOfProp(props?.title) ?? textOfProp(props?.filename) ?? codeOptions(meta).title;
  return own ?? (textOfProp(props?.language) || undefined);
}
