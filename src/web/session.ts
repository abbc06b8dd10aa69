// Who is logged in, as far as a call needs to know: logged in means that an access token exists. It is kept in the local storage if the visitor wants to
// be remembered, else for this tab only.
import { read } from './kept.ts';

export const accessToken = (): string | undefined => read('accessToken') ?? read('accessToken', () => sessionStorage);
