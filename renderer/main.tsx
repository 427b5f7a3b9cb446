import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app.tsx';
import { sharePreferences } from './state/preferences.ts';
import { createServices, ServicesProvider } from './state/services.ts';

const services = createServices(window.offprint);
const place = document.getElementById('app');
if (!place) throw new Error('There is no place for the interface.');
// In the colours that were chosen, unless the server takes its time.
await Promise.race([sharePreferences(services.api), new Promise((resolve) => setTimeout(resolve, 300))]);
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <ServicesProvider value={services}>
        <App />
      </ServicesProvider>
    </CSPProvider>
  </StrictMode>,
);
