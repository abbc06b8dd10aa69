export default { serverExternalPackages: ['pg'], outputFileTracingRoot: import.meta.dirname, turbopack: { root: import.meta.dirname } };
