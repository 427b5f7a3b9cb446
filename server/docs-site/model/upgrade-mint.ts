import { listOf, recordOf, textIn, textsOf, type Values } from './values.ts';

/**
 * Converts a mint.json to the form of docs.json. Tabs and anchors that name a folder become sections with the groups of
 * that folder.
 */
export function upgradeMint(mint: Values): Values {
  const {
    navigation,
    tabs,
    anchors,
    topbarLinks,
    topbarCtaButton,
    footerSocials,
    primaryTab,
    topAnchor,
    modeToggle,
    ...rest
  } = mint;
  const groups = listOf(navigation).map((entry) => recordOf(entry) ?? {});
  const split = (entries: readonly unknown[], kind: 'tab' | 'anchor') => {
    const inner = entries.flatMap((entry) => {
      const url = textIn(entry, 'url');
      return url === undefined || isRemote(url) ? [] : [{ entry, url: url.replace(/^\/+|\/+$/g, '') }];
    });
    return inner.map(({ entry, url }) => ({
      ...withoutKey(recordOf(entry) ?? {}, ['url', 'name']),
      [kind]: textIn(entry, 'name') ?? url,
      folder: url,
    }));
  };
  const sections = [...split(listOf(tabs), 'tab'), ...split(listOf(anchors), 'anchor')];
  const folderOf = (group: Values): string | undefined => {
    const first = firstPage(group);
    return sections
      .map(({ folder }) => folder)
      .filter((folder) => first === folder || first?.startsWith(`${folder}/`))
      .sort((a, b) => b.length - a.length)[0];
  };
  const filled = sections.flatMap(({ folder, ...section }) => {
    const own = groups.filter((group) => folderOf(group) === folder);
    return own.length === 0
      ? []
      : [{ ...section, groups: own.map((group) => withoutKey(group, ['version'])) }];
  });
  const remaining = groups.filter((group) => folderOf(group) === undefined);
  const first = {
    tab: textIn(primaryTab, 'name') ?? textIn(topAnchor, 'name') ?? 'Documentation',
    groups: remaining,
  };
  const links = [...listOf(anchors), ...listOf(tabs)].flatMap((entry) => {
    const url = textIn(entry, 'url');
    if (url === undefined || !isRemote(url)) return [];
    return [
      {
        ...withoutKey(recordOf(entry) ?? {}, ['url', 'name', 'color']),
        anchor: textIn(entry, 'name') ?? url,
        href: url,
      },
    ];
  });
  const versions = listOf(mint.versions)
    .map((entry) => (typeof entry === 'string' ? entry : textIn(entry, 'name')))
    .filter((version) => version !== undefined);
  const layout = (chosen: readonly Values[]): Values =>
    filled.length === 0 ? { groups: chosen } : { tabs: [{ ...first, groups: chosen }, ...filled.map(asTab)] };
  const ofVersion = (version: string): Values[] =>
    remaining.filter((group) => group.version === undefined || group.version === version);
  return {
    ...rest,
    navigation: {
      ...(versions.length > 0
        ? { versions: versions.map((version) => ({ version, ...layout(ofVersion(version)) })) }
        : layout(remaining)),
      ...(links.length > 0 && { global: { anchors: links } }),
    },
    navbar: {
      links: listOf(topbarLinks).map((link) => ({
        ...recordOf(link),
        label: textIn(link, 'name'),
        href: textIn(link, 'url'),
      })),
      ...(recordOf(topbarCtaButton) && {
        primary: {
          type: textIn(topbarCtaButton, 'type') === 'github' ? 'github' : 'button',
          label: textIn(topbarCtaButton, 'name'),
          href: textIn(topbarCtaButton, 'url'),
        },
      }),
    },
    footer: { socials: footerSocials },
    ...(recordOf(modeToggle) && {
      appearance: {
        default: textIn(modeToggle, 'default') ?? 'system',
        strict: recordOf(modeToggle)?.isHidden === true,
      },
    }),
    seo: { metatags: mint.metadata },
    api: { ...recordOf(mint.api), openapi: textsOf(mint.openapi) },
  };
}

function asTab(section: Values): Values {
  const { anchor, ...rest } = section as Values & { anchor?: string };
  return anchor === undefined ? section : { ...rest, tab: anchor };
}

function firstPage(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry.replace(/^\/+/, '');
  for (const page of listOf(recordOf(entry)?.pages)) {
    const found = firstPage(page);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withoutKey(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

function isRemote(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}
