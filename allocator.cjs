// Sets how much free memory the process keeps, by starting it again as itself: the settings count only at the start of one. Takes 20 ms.
// - glibc: threads share two heaps instead of having one each, and free pages at a heap's end go back to the system: a tenth of the memory of a shop at rest.
// - V8: below a limit of 2 GB, its heap grows to less than twice what is in use before it is collected; otherwise up to four times.
const { getHeapStatistics } = require('node:v8');

const settings = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const isSet = Object.keys(settings).some((name) => process.env[name] !== undefined);
/** Ten times what a busy shop uses. */
const MAX_HEAP_MB = 1_024;
/** Not if the owner has chosen a limit, or a container has less memory. */
const isChosen = /max.old.space|max.heap/.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
const isLess = getHeapStatistics().heap_size_limit < 2 * MAX_HEAP_MB * 1_048_576;
const limit = isChosen || isLess ? [] : [`--max-old-space-size=${MAX_HEAP_MB}`];

// A channel to the process that forked this one would be lost.
if (process.platform === 'linux' && process.execve && !isSet && process.channel == null) {
  try {
    const args = [...limit, ...process.execArgv, ...process.argv.slice(1)];
    process.execve(process.execPath, [process.execPath, ...args], { ...process.env, ...settings });
  } catch {
    // Not permitted: it needs more memory.
  }
}
