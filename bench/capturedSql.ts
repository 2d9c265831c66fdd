import { drizzle } from 'drizzle-orm/node-postgres'
import { loyaltyOf } from '#db/loyalty/loyalties.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import type { Db } from '#db/connection.ts'
import { liveSession } from '#db/accounts/sessions.ts'

/** The texts of what `movements` asks the database, as db/ writes them today. */
export interface Statements {
  session: string
  loyalty: string
  page: string
}

/** Asks db/ itself, with a client that answers nothing: the floor must not run an older SQL than ours. */
export async function statements(): Promise<Statements> {
  const texts: string[] = []
  const query = async ({ text }: { text: string }) => {
    texts.push(text)
    return { rows: [] }
  }
  const db = drizzle({ client: { query } as never }) as unknown as Db
  const now = new Date()
  await liveSession(db, Buffer.alloc(32), now)
  await loyaltyOf(db, '', '')
  const span = { from: now, until: now, after: null }
  await movementsOf(db, { loyaltyCode: '', branchCode: '', count: 1, ...span })
  const [session = '', loyalty = '', page = ''] = texts
  return { session, loyalty, page }
}
