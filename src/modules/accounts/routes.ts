import { GzippedJson, type Handlers, type RequestContext } from '#platform/http/api-routes.ts';
import { readCookie } from '#platform/http/cookies.ts';
import type { Call } from '../../api.ts';
import type { AccountsModule } from './actions.ts';
import type { Visitor } from './deps.ts';

export type AccountCall = Extract<Call, `${string} /api/${'Accounts/' | 'accounts/' | 'team'}${string}`>;

const createVisitorReader =
  ({ deviceCookie }: Pick<AccountsModule, 'deviceCookie'>) =>
  ({ request, locale }: Pick<RequestContext<Call>, 'request' | 'locale'>): Visitor => ({
    address: request.ip,
    locale,
    userAgent: request.headers['user-agent'],
    device: readCookie(request, deviceCookie),
  });

export const accountRoutes = (accounts: AccountsModule, getVisitor = createVisitorReader(accounts)): Pick<Handlers, AccountCall> => ({
  'POST /api/Accounts/register': (call) => accounts.register(call.input, getVisitor(call)),
  async 'POST /api/Accounts/login'(call) {
    const { tokens, cookie } = await accounts.login(call.input, getVisitor(call));
    call.reply.header('set-cookie', cookie);
    return tokens;
  },
  'POST /api/Accounts/login-link': (call) => accounts.requestLoginLink(call.input.email, getVisitor(call)),
  async 'POST /api/Accounts/login-link/use'(call) {
    const { tokens, cookie } = await accounts.loginByLink(call.input, getVisitor(call));
    call.reply.header('set-cookie', cookie);
    return tokens;
  },
  'POST /api/Accounts/refresh': ({ input }) => accounts.refresh(input.refreshToken),
  'POST /api/Accounts/forgot-password': (call) => accounts.forgotPassword(call.input.email, getVisitor(call)),
  'POST /api/Accounts/reset-password': (call) => accounts.resetPassword(call.input, getVisitor(call)),
  'POST /api/Accounts/confirm-email': (call) => accounts.confirmEmail(call.input.code, getVisitor(call)),
  'POST /api/Accounts/change-email': ({ caller, input }) => accounts.changeEmail(caller, input),
  'GET /api/Accounts/email-change': ({ caller }) => accounts.emailChange(caller),
  'POST /api/Accounts/drop-email-change': ({ caller }) => accounts.dropEmailChange(caller),
  'POST /api/Accounts/send-verification': ({ caller }) => accounts.sendVerification(caller),
  'GET /api/Accounts/profile': ({ caller }) => accounts.profile(caller),
  'POST /api/accounts/update': ({ caller, input }) => accounts.update(caller, input),
  async 'POST /api/Accounts/change-password'({ caller, input, reply }) {
    reply.header('set-cookie', await accounts.changePassword(caller, input));
  },
  'POST /api/Accounts/ask-export': ({ caller, input }) => accounts.requestExport(caller, input.currentPassword),
  'POST /api/Accounts/fetch-export': async (call) => new GzippedJson(await accounts.fetchExport(call.input.code, getVisitor(call))),
  'POST /api/Accounts/ask-deletion': ({ caller, input }) => accounts.requestDeletion(caller, input.currentPassword),
  'POST /api/Accounts/keep-account': ({ caller }) => accounts.cancelDeletion(caller),
  'GET /api/Accounts/closing': ({ caller }) => accounts.closing(caller),
  'POST /api/Accounts/logout': ({ caller }) => accounts.logout(caller),
  'GET /api/Accounts/sessions': ({ caller }) => accounts.sessions(caller),
  'POST /api/Accounts/end-session': ({ caller, input }) => accounts.endSession(caller, input.id),
  'POST /api/Accounts/end-other-sessions': ({ caller }) => accounts.endOtherSessions(caller),
  'GET /api/Accounts/two-factor': ({ caller }) => accounts.twoFactor(caller),
  'POST /api/Accounts/set-up-two-factor': ({ caller, input }) => accounts.setUpTwoFactor(caller, input.currentPassword),
  'POST /api/Accounts/turn-on-two-factor': ({ caller, input }) => accounts.turnOnTwoFactor(caller, input.code),
  'POST /api/Accounts/turn-off-two-factor': ({ caller, input }) => accounts.turnOffTwoFactor(caller, input),
  'POST /api/Accounts/new-recovery-codes': ({ caller, input }) => accounts.renewSpareCodes(caller, input),
  'GET /api/Accounts/passkeys': ({ caller }) => accounts.passkeys(caller),
  'POST /api/Accounts/passkey-options': ({ caller }) => accounts.passkeyOptions(caller),
  'POST /api/Accounts/add-passkey': (call) => accounts.addPasskey(call.caller, call.input, getVisitor(call)),
  'POST /api/Accounts/rename-passkey': ({ caller, input }) => accounts.renamePasskey(caller, input),
  'POST /api/Accounts/remove-passkey': ({ caller, input }) => accounts.removePasskey(caller, input.id),
  'POST /api/Accounts/passkey-login-options': (call) => accounts.passkeyLoginOptions(getVisitor(call)),
  async 'POST /api/Accounts/passkey-login'(call) {
    const { tokens, cookie } = await accounts.loginByPasskey(call.input, getVisitor(call));
    call.reply.header('set-cookie', cookie);
    return tokens;
  },
  'POST /api/Accounts/confirm-options': ({ caller }) => accounts.confirmOptions(caller),
  'POST /api/Accounts/confirm': ({ caller, input }) => accounts.confirm(caller, input),
  'GET /api/team/accounts': ({ caller }) => accounts.team.listAccounts(caller),
  'POST /api/team/switch': ({ caller, input }) => accounts.team.switchTo(caller, input.accountId),
  'GET /api/team/invitation': ({ caller, input }) => accounts.team.findInvitation(caller, input.code),
  'POST /api/team/join': ({ caller, input }) => accounts.team.join(caller, input.code),
  'POST /api/team/leave': ({ caller, input }) => accounts.team.leave(caller, input.accountId),
  'GET /api/team': ({ caller }) => accounts.team.get(caller),
  'GET /api/team/acts': ({ caller }) => accounts.team.listActs(caller),
  'POST /api/team/invite': ({ caller, input, locale }) => accounts.team.invite(caller, input, locale),
  'POST /api/team/revoke': ({ caller, input }) => accounts.team.revoke(caller, input.id),
  'POST /api/team/role': ({ caller, input }) => accounts.team.setRole(caller, input),
  'POST /api/team/remove': ({ caller, input }) => accounts.team.remove(caller, input.personId),
  'POST /api/team/hand-over': ({ caller, input }) => accounts.team.handOver(caller, input.personId),
  'GET /api/Accounts/brand-kits': ({ caller }) => accounts.brandKits(caller),
  'POST /api/Accounts/save-brand-kit': ({ caller, input }) => accounts.saveBrandKit(caller, input),
  'POST /api/Accounts/remove-brand-kit': ({ caller, input }) => accounts.removeBrandKit(caller, input.id),
});
