import { createHash } from 'node:crypto'
import { examples } from '#server/docs/exampleRequests.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { createTerminalKey, type TerminalKey } from '#testing/station/testTerminal.ts'

/** A document of which no till reports a sale. */
export const UNREPORTED = { rut: '211234560019', type: 101, series: 'ZZ', amount: 230_640 }

/** Adds terminals, and gives most drivers few points and a company. @returns the key of a terminal, and its members */
export async function addTill(databaseUrl: string) {
  const key = createTerminalKey()
  await addTerminals(databaseUrl, key)
  await queryRows(databaseUrl, 'update reward set points = 1')
  const newest = 'select max(code) from loyalty where ended_at is null group by person_id'
  const company = `update loyalty set client_rut = $1 where client_rut = '' and code in (${newest})`
  await queryRows(databaseUrl, company, [UNREPORTED.rut])
  const members = await queryRows<{ code: string }>(
    databaseUrl,
    'select code from loyalty where ended_at is null order by code desc limit 20',
  )
  return { key, loyaltyCodes: members.map(({ code }) => code) }
}

/** The terminal that calls, and one that enrols with the documented code. */
async function addTerminals(databaseUrl: string, { keyid, publicKey }: TerminalKey): Promise<void> {
  const code = createHash('sha256')
    .update(examples.enrolTerminal.enrolmentCode ?? '')
    .digest()
  await queryRows(
    databaseUrl,
    `with added as (
        insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at)
        values (gen_random_uuid(), 'E001', 'fuzz', now(), $1::bytea, now() + interval '1 day'),
          (gen_random_uuid(), 'E001', 'fuzz 2', now(), $2::bytea, now()) returning id, name)
      insert into terminal_key (keyid, terminal_id, public_key, since)
        select $3::text, id, $4::bytea, now() from added where name = 'fuzz 2'`,
    [code, Buffer.alloc(32), keyid, Buffer.from(publicKey, 'base64')],
  )
}
