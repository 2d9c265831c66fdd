import { updateUser } from '#contract/user/updateUser.ts'
import type { History } from '#lab/evidence/history.ts'
import type { Client } from '#lab/processes/client.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'

/**
 * P10: kills PostgreSQL at the moment at which a change is acknowledged that no later step repeats, as
 * the poll of a payment does, and compares the row.
 */
export async function killAtAcknowledgement(
  { processes: { postgres }, databaseUrl }: KillableStack,
  client: Client,
  history: History,
  number: number,
): Promise<void> {
  const address = `Rambla ${number}, Montevideo, Uruguay`
  const answer = await client.call(updateUser, { user: { address } })
  if (!answer) {
    // Its session, which was acknowledged, is lost.
    history.violations.P10.push({ personId: client.personId, refused: address })
    return
  }
  postgres.kill('SIGKILL')
  await postgres.serving()
  const { personId } = client
  const rows = await queryRows<{ address: string }>(
    databaseUrl,
    'select address from person where id = $1',
    [personId],
  )
  if (rows[0]?.address !== address)
    history.violations.P10.push({ personId, acknowledged: address, stored: rows[0]?.address })
}
