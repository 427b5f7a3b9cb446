import path from 'node:path';
import nextra from 'nextra';

export default nextra({ defaultShowCopyCode: true })({
  output: 'export',
  images: { unoptimized: true },
  // The packages are in a folder around this one.
  turbopack: {
    root: path.resolve(import.meta.dirname, '../../..'),
    resolveAlias: { 'next-mdx-import-source-file': './mdx-components.js' },
  },
});
