import { Head } from 'nextra/components';
import { getPageMap } from 'nextra/page-map';
import { Footer, Layout, Navbar } from 'nextra-theme-docs';
import 'nextra-theme-docs/style.css';

export const metadata = {
  metadataBase: new URL('https://docs.towline.example'),
  title: { default: 'Towline', template: '%s | Towline' },
};

export default async function RootLayout({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head />
      <body>
        <Layout
          navbar={<Navbar logo={<b>Towline</b>} projectLink="https://github.example/towline" />}
          footer={<Footer>Towline is invented.</Footer>}
          pageMap={await getPageMap()}
          docsRepositoryBase="https://github.example/towline/tree/main"
        >
          {children}
        </Layout>
      </body>
    </html>
  );
}
