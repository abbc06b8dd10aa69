// Search parameters of the reports: period and currency.
import { currencyNumbers } from '../../../lib/money/money.ts';
import { day, oneOf, searchOf } from '../../shared/routing/search.ts';

export const reportsSearch = searchOf({ from: day, to: day, currency: oneOf(currencyNumbers.map(String)) });
