// Search parameters of the reports: period and currency.
import { currencyNumbers } from '../../../lib/money/money.ts';
import { day, oneOf, searchValidator } from '../../shared/routing/search.ts';

export const reportsSearch = searchValidator({ from: day, to: day, currency: oneOf(currencyNumbers.map(String)) });
