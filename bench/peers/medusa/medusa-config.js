const { defineConfig } = require('@medusajs/framework/utils');

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: 'http://localhost', adminCors: 'http://localhost', authCors: 'http://localhost', jwtSecret: 'x', cookieSecret: 'y' },
  },
  admin: { disable: true },
});
