interface Window {
  /** Only in the desktop app. */
  readonly offprint?: import('../preload/surface.types.ts').Surface;
}

/** What Vite makes of files that are no scripts. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css';

declare module 'virtual:licences' {
  const packages: readonly Readonly<{ name: string; version: string; licence: string; text: string }>[];
  export default packages;
}
