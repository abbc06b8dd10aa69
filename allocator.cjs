// Sets how glibc keeps freed memory, by starting the process again as itself: the settings count only in the environment of a new one. Threads share two heaps
// instead of having one each, and free pages at a heap's end go back to the system: a tenth of the memory of a shop at rest, for 20 ms.
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const isSet = Object.keys(settings).some((name) => process.env[name] !== undefined);

// A channel to the process that forked this one would be lost.
if (process.platform === 'linux' && process.execve && !isSet && process.channel == null) {
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...process.env, ...settings });
  } catch {
    // Not permitted: it needs more memory.
  }
}
