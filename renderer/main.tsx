import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app.tsx';
import { syncPreferences } from './state/preferences.ts';
import { createServices, ServicesProvider } from './state/services.ts';

const services = createServices(window.offprint);
const place = document.getElementById('app');
if (!place) throw new Error('The page has no element with the ID “app”.');
// Wait briefly for the chosen theme to avoid a flash.
await Promise.race([syncPreferences(services.api), new Promise((resolve) => setTimeout(resolve, 300))]);
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <ServicesProvider value={services}>
        <App />
      </ServicesProvider>
    </CSPProvider>
  </StrictMode>,
);
