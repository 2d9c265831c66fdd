import { serverConnection } from '#db/core/connection.ts'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { withClient } from '#db/core/withClient.ts'

/** A setting without which a power failure loses what was acknowledged. */
interface SettingOff {
  name: 'fsync' | 'full_page_writes' | 'synchronous_commit'
  /** The sentence for the person who starts the server. */
  fault: string
}

/** Where a setting of a connection comes from, by `pg_settings.source`. */
const WHERE: Record<string, string> = {
  user: 'alter role',
  database: 'alter database',
  'database user': 'alter role … in database',
  client: 'PGOPTIONS o DATABASE_URL',
  global: 'alter role all',
}

/**
 * The settings on which durability depends and that are off, as the servers' own connections have
 * them: an owner's connection has not the settings of their login.
 * @param databaseUrl of the servers
 */
export async function settingsOff(databaseUrl: string): Promise<SettingOff[]> {
  return await withClient(await serverConnection(databaseUrl), async (client) => {
    const { rows } = await client.query<
      Pick<SettingOff, 'name'> & Record<'source' | 'login', string>
    >(
      `select name, source, session_user as login from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by name`,
    )
    return rows.map(({ name, source, login }) => ({
      name,
      fault: `${name} está en off para ${login} (${WHERE[source] ?? 'postgresql.conf'}): un corte de luz puede perder pagos confirmados; ponelo en on`,
    }))
  })
}

/** @throws StartRefused when the servers' commits do not wait for the disk (P10) */
export async function assertDurableCommits(databaseUrl: string): Promise<void> {
  const off = (await settingsOff(databaseUrl)).filter(({ name }) => name === 'synchronous_commit')
  if (off.length > 0) throw new StartRefused(off.map(({ fault }) => `Producción: ${fault}`))
}
