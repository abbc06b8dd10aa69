// What a hostile customer may write: scripts, links that are none of the web, signs that reverse or cover a
// line, and words without an end.
const LONG_WORD = 'W'.repeat(2_000);

/** As Markdown, in every place that Markdown has. */
export const HOSTILE = [
  `# ${LONG_WORD} /OpenAction << /S /JavaScript /JS (app.alert(1)) >>`,
  '<script>alert(1)</script> <img src=x onerror=alert(1)> <svg/onload=alert(1)> <iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62; &#x202e;evil',
  '[one](javascript:alert(1)) [two](JaVaScRiPt&#58;alert(1)) [three](data:text/html,<script>alert(1)</script>) <javascript:alert(1)> [four][ref]',
  '[ref]: vbscript:alert(1)',
  '![picture](https://evil.example/pixel.png) ![data](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[safe](https://loaf.example/\\)/S/JavaScript/JS(app.alert(1)) and https://loaf.example/"onmouseover="alert(1)',
  `\u202e${'reversed '.repeat(20)}\u2066\u2067\u202d`,
  `Z${'\u0301\u0489'.repeat(5_000)}`,
  `- ${LONG_WORD}\n- \`${LONG_WORD}\`\n  - [${LONG_WORD}](https://loaf.example/${LONG_WORD})`,
  `> ${'\u00a0'.repeat(1_000)}${LONG_WORD}`,
  `| ${'Day | '.repeat(40)}\n|${'---|'.repeat(40)}\n| ${`${LONG_WORD.slice(0, 200)} | `.repeat(40)}`,
  `\`\`\`\n${LONG_WORD}\n\`\`\``,
].join('\n\n');
