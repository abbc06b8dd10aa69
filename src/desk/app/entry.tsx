// Entry point of the desk's app.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../shared/api/queries.ts';
import { restoreDensity } from '../shared/browser/density.ts';
import { router } from './router.tsx';
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';
import './desk.css';
import '#ui/styles/controls.css';
import '#ui/styles/search-field.css';

restoreDensity();
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
