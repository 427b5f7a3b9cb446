import type { ExportSettings } from './settings.ts';

/** Whether a bundle includes its own search. */
export function hasSearch(settings: ExportSettings): boolean {
  return settings.search === 'auto';
}

/** Returns the settings that decide what is inside a bundle; they are part of its manifest. */
export function contentSettings(settings: ExportSettings): Record<string, unknown> {
  return {
    include: settings.include,
    exclude: settings.exclude,
    paths: settings.paths,
    allowMissing: settings.allowMissing,
    render: settings.render,
    readySelector: settings.readySelector,
    hideSelectors: settings.hideSelectors,
    interactivity: settings.interactivity,
    search: settings.search,
    basePath: settings.basePath,
    ...(settings.base && { base: settings.base }),
    ...(settings.includeSecrets && { includeSecrets: true }),
  };
}
