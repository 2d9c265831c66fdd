import { StartRefused } from '#db/core/startRefusedError.ts'
import { withClient } from '#db/core/withClient.ts'
import { DEMO_SALT, DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'

/**
 * Whether a database holds people of the demo data, or a copy of their public password or second
 * factor. The evidence is what no call of the API can write: the fixed identifiers of the demo
 * data, which an erased account keeps, the fixed salt of its password, and a second factor that is
 * not sealed. All versions of the demo data have it. A database without tables has none.
 * @param url connection URL of the owner
 */
export async function hasDemoData(url: string): Promise<boolean> {
  return await withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      `select to_regclass('public.person') is not null as person,
              to_regclass('public.second_factor') is not null as factor`,
    )
    const { person, factor } = tables[0] as { person: boolean; factor: boolean }
    if (!person) return false
    const people = await client.query(
      `select from person where id between '5d0ca5e0-0000-8000-8000-000000000000'
         and '5d0ca5e0-0000-8000-ffff-ffffffffffff' or strpos(password_hash, $1) > 0 limit 1`,
      [`$${DEMO_SALT.toString('base64').replace(/=+$/, '')}$`],
    )
    if (people.rowCount) return true
    if (!factor) return false
    const factors = await client.query(
      'select from second_factor where $1 in (secret, pending_secret) limit 1',
      [DEMO_SECOND_FACTOR],
    )
    return Boolean(factors.rowCount)
  })
}

/** @throws StartRefused when the database holds demo data, whose passwords are public */
export async function assertNoDemoData(url: string): Promise<void> {
  if (await hasDemoData(url)) throw new StartRefused([DEMO_DATA_FOUND])
}

/** The reason, and what to do about it. */
export const DEMO_DATA_FOUND =
  'Producción: la base tiene los datos de demostración, cuyas contraseñas son públicas: usá una base vacía en DATABASE_URL, u otra DATA_DIR'
