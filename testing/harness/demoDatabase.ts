import { connectDb } from '#db/core/connection.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** The demo data of a file's tests in a database of its own, with `db` connected as the servers are. */
export const demoDatabaseForFile = () =>
  startForFile(async () => {
    const database = await freshDatabase('demo')
    const connection = await connectDb(asAppRole(database.url), 6, TEST_SECRET)
    const close = () => connection.close().then(database.close)
    return { ...database, db: connection.db, close }
  })
