import { defineConfig } from 'drizzle-kit'

/** `npm run migration -- --name what` compares db/tables with the last snapshot and writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './db/tables/*.ts',
  out: './db/migrations',
})
