import { withClient } from '#db/core/withClient.ts'
import type { Machine } from '#tools/cluster/clusterFiles.ts'

/**
 * Creates the two logins of docs/operations.md and the database, unless an earlier start has.
 * @param superuserUrl of the primary through the HAProxy of a machine; the logins get its password
 * @returns the URLs of the logins, through the HAProxy of a machine
 */
export async function createLogins(superuserUrl: (machine: Machine) => string) {
  const { password } = new URL(superuserUrl('a'))
  await withClient(superuserUrl('a'), async (superuser) => {
    const exists = async (query: string) => (await superuser.query(query)).rowCount !== 0
    for (const role of ['surtidor_owner', 'surtidor_app'])
      if (!(await exists(`select from pg_roles where rolname = '${role}'`)))
        await superuser.query(`create role ${role} login password '${password}'`)
    if (!(await exists(`select from pg_database where datname = 'surtidor'`)))
      await superuser.query('create database surtidor owner surtidor_owner')
  })
  return (machine: Machine) => {
    const { host } = new URL(superuserUrl(machine))
    const as = (login: string) => `postgres://${login}:${password}@${host}/surtidor`
    return { databaseUrl: as('surtidor_app'), ownerUrl: as('surtidor_owner') }
  }
}
