// The name of a customer, as a link to their page.
import { Link } from '@tanstack/react-router';

type Props = {
  /** Null once the account is erased. */
  readonly customer: { readonly id: string; readonly name: string } | null;
  readonly none?: string;
};

export const CustomerLink = ({ customer, none = 'account closed' }: Props) =>
  customer ? (
    <Link to="/customers/$id" params={{ id: customer.id }}>
      {customer.name}
    </Link>
  ) : (
    none
  );
