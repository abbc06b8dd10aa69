// A new quote. Its page follows, with the link that was mailed.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callDesk } from '../../shared/api/client.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { QuoteForm } from './quote-form.tsx';

export function NewQuotePage(): ReactNode {
  const { customer } = useSearch({ from: '/quotes/new' });
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New quote" />
      <QuoteForm
        draft={`quote.new.${customer ?? ''}`}
        customer={customer}
        send={async (input) => {
          const { id } = await callDesk('POST /api/quotes/create', input);
          await navigate({ to: '/quotes/$id', params: { id } });
        }}
      />
    </>
  );
}
