// Types of packages without their own.
declare module 'textlint-rule-preset-ja-technical-writing' {
  const preset: {
    readonly rules: Readonly<Record<string, import('@textlint/kernel').TextlintRuleModule>>;
    readonly rulesConfig: Readonly<Record<string, import('@textlint/kernel').TextlintRuleOptions | boolean>>;
  };
  export default preset;
}
