import { describe, expect, test } from 'vitest'
import { APP_NET } from '#contract/header.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { connectDb } from '#db/core/connection.ts'
import { newClient } from '#db/core/withClient.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { ANA, debtsFile, importText } from '#testing/imports/importFiles.ts'

const server = startForFile(startTestPaymentServer)

describe('getGEOPayAccessToken', () => {
  test('answers 503 with Retry-After while an import changes the debt, and opens the payment after it', async () => {
    const file = (importe: string) => debtsFile([{ ...ANA, referencia: 'IMP-1', importe }])
    await importText(server.owner, 'debts', file('100,00'))
    const ana = await server.as('ana')
    const own = server.context.db
    const impatient = await connectDb(server.databaseUrl, 2, server.context.config.secret, 500)
    const pay = () =>
      ana.call(getGEOPayAccessToken, {
        geopayNetId: APP_NET.netId,
        geopayMerchantId: '900001',
        debtData: { reference: 'IMP-1' },
      })
    // As an import between its check of the stored rows and its commit.
    const client = newClient({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query(`select from debt where reference = 'IMP-1' for update`)
    server.context.db = impatient.db
    const waited = await pay()
    server.context.db = own
    await client.query('rollback')
    await client.end()
    await impatient.close()
    expect([waited.status, waited.headers.get('retry-after')]).toEqual([503, '2'])
    await importText(server.owner, 'debts', file('200,00'))
    expect((await pay()).responseHeader.responseCode).toBe('00')
  })
})
