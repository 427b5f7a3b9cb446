import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Layout from '@theme/Layout';

export default function About() {
  return (
    <Layout title="About" description="Who makes Towline">
      <main className="container margin-vert--lg">
        <h1>About</h1>
        <p>Nobody makes Towline: it is invented.</p>
        <img src={useBaseUrl('/img/flow.svg')} alt="A queue between a producer and a worker" width="480" />
        <p>
          <Link to="/start/install">Install it all the same</Link>
        </p>
      </main>
    </Layout>
  );
}
