// Run by browser.ts as a separate process, because the package reads and changes environment variables when
// it is loaded.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
