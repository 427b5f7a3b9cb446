import { toText } from '../parse/nodes.ts';
import { panel, requestExample, responseExample, visibility } from './api-examples.ts';
import { callout, freeCallout } from './callouts.ts';
import { card, column, columns, tile } from './cards.ts';
import { codeBlock } from './code-block.ts';
import { accordion, accordionGroup, expandable } from './disclosures.ts';
import { el } from './element.ts';
import { paramField, responseField } from './fields.ts';
import { badge, icon, tooltip } from './inline.ts';
import { color, colorItem, colorRow, frame, prompt, tree, update } from './media.ts';
import { type ComponentFunction, textOfProp } from './rendering.ts';
import { step, steps } from './steps.ts';
import { codeGroup, tab, tabs } from './tabs.ts';

const fragment: ComponentFunction = ({ children }, page) => page.render(children);

const math: ComponentFunction = ({ props, children, origin }, page) => {
  const formula = textOfProp(props.formula) ?? children.map(toText).join('');
  return [page.math(formula, props.display === true, origin)];
};

/** `<View title icon>`: one of several versions of a passage. The platform shows one at a time. */
const view: ComponentFunction = ({ props, children, origin }, page) => [
  el(
    'section',
    { className: ['view', 'doc-block'] },
    el('p.view-title', {}, page.icon(props.icon, props.iconType, origin), textOfProp(props.title)),
    page.render(children),
  ),
];

const repository: ComponentFunction = ({ props, origin }, page) => {
  const name = textOfProp(props.repo) ?? '';
  const href = page.href(`https://github.com/${name}`, origin);
  return [
    el(
      'a',
      { className: ['card', 'doc-block', 'repository'], ...(href !== undefined && { href }) },
      page.icon('github', 'brands', origin),
      ` ${name}`,
    ),
  ];
};

/** The components of the format (components/*.mdx of its documentation), by name. */
export const COMPONENTS: Readonly<Record<string, ComponentFunction>> = {
  Accordion: accordion,
  AccordionGroup: accordionGroup,
  Badge: badge,
  Callout: freeCallout,
  Card: card,
  CardGroup: columns,
  Check: callout('check'),
  CodeBlock: codeBlock,
  CodeGroup: codeGroup,
  Color: color,
  'Color.Item': colorItem,
  'Color.Row': colorRow,
  Column: column,
  Columns: columns,
  Danger: callout('danger'),
  Expandable: expandable,
  FileTree: tree,
  Fragment: fragment,
  Frame: frame,
  'GitHub.Repo': repository,
  Icon: icon,
  Info: callout('info'),
  Latex: math,
  Math: math,
  Note: callout('note'),
  Panel: panel,
  ParamField: paramField,
  Prompt: prompt,
  'React.Fragment': fragment,
  RequestExample: requestExample,
  ResponseExample: responseExample,
  ResponseField: responseField,
  Step: step,
  Steps: steps,
  Tab: tab,
  Tabs: tabs,
  Tile: tile,
  Tip: callout('tip'),
  Tooltip: tooltip,
  Tree: tree,
  Update: update,
  View: view,
  Visibility: visibility,
  Warning: callout('warning'),
};
