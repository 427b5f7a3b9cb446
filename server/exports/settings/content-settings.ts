import type { ExportSettings } from './settings.ts';

/** Whether a bundle carries a search of its own. */
export function hasSearch(settings: ExportSettings): boolean {
  return settings.search === 'auto';
}

/** The settings that decide what is inside a bundle: they are part of its manifest. */
export function contentSettings(settings: ExportSettings): Record<string, unknown> {
  const {
    include,
    exclude,
    paths,
    allowMissing,
    render,
    readySelector,
    hideSelectors,
    interactivity,
    search,
    base,
    includeSecrets,
    basePath,
  } = settings;
  return {
    include,
    exclude,
    paths,
    allowMissing,
    render,
    readySelector,
    hideSelectors,
    interactivity,
    search,
    basePath,
    ...(base && { base }),
    ...(includeSecrets && { includeSecrets }),
  };
}
