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

declare module 'virtual:handbook' {
  export const chapters: readonly import('./help/handbook.types.ts').Chapter[];
  /** Addresses of the pictures, by their paths in the handbook. */
  export const images: Readonly<Record<string, string>>;
}
