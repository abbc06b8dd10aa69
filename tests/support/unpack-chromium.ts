// Run by browser.ts as a process of its own: the package reads TMPDIR and AWS_EXECUTION_ENV when it is loaded, and changes the environment.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
