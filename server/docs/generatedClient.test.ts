import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openapi } from '#server/docs/openapi.ts'
import {
  startTestPaymentServer,
  type TestPaymentServer,
} from '#testing/harness/testPaymentServer.ts'

const root = join(import.meta.dirname, '../..')
const AMOUNT = 123_450
const TYPES = './api.d.ts'
const CARD = '9999010000010002'

/** What an integrator writes: only the generated types are known to it. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { components, paths } from '${TYPES}'

type Debt = components['schemas']['Debt']
type Payment = components['schemas']['Payment']

const [server = '', sandbox = ''] = process.argv.slice(2)
const { POST } = createClient<paths>({ baseUrl: \`\${server}/api\` })
let calls = 0
const header = (userSessionToken = ''): components['schemas']['RequestHeader'] => ({
  auditNumber: \`\${(calls += 1)}\`,
  version: 'a-1.7.0',
  userSessionToken,
})
function done<T extends { responseHeader: components['schemas']['ResponseHeader'] }>(answer: { data?: T }): T {
  const { data } = answer
  if (data?.responseHeader.responseCode !== '00') throw new Error(JSON.stringify(answer))
  return data
}

const { user } = done(
  await POST('/user/process/login', {
    body: { requestHeader: header(), user: 'ana@demo.surtidor.uy', password: 'demo-surtidor' },
  }),
)
const token = user?.userSessionToken
const { debts, geopay } = done(
  await POST('/payments/process/getDebts', { body: { requestHeader: header(token), type: '2' } }),
)
const debt: Debt | undefined = debts?.find(({ amount }) => amount === ${AMOUNT})
if (!debt || !geopay) throw new Error('no debt')
const { accessToken } = done(
  await POST('/payments/process/getGEOPayAccessToken', {
    body: {
      requestHeader: header(token),
      geopayNetId: geopay.netId,
      geopayMerchantId: geopay.merchantId,
      debtData: debt,
    },
  }),
)
// The person pays on the hosted page; its return carries this text.
const page = await fetch(\`\${sandbox}/sandbox/pay\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ token: accessToken, card: '${CARD}' }),
})
const { data: geopayResponse } = (await page.json()) as { data: string }
const { payment } = done(
  await POST('/payments/process/processGEOPayResponse', {
    body: { requestHeader: header(token), geopayResponse },
  }),
)
const paid: Payment | undefined = payment
process.stdout.write(\`\${debt.reference} \${paid?.state}\`)
`

let server: TestPaymentServer
let folder: string
beforeAll(async () => {
  server = await startTestPaymentServer()
  // Below the root, where the imports of the client find the installed packages.
  await mkdir(join(root, '.data'), { recursive: true })
  folder = await mkdtemp(join(root, '.data/generated-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

/** Runs Node; what it prints, with the errors when it fails. */
async function node(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder })
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.on('close', ended)),
  ])
  return code === 0 ? out : `${out}\n${errors}`
}

describe('a client generated from the OpenAPI document', () => {
  test('compiles, and pays a debt', async () => {
    const document = openapi('https://surtidor.uy', server.context.now())
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const generator = join(root, 'node_modules/openapi-typescript/bin/cli.js')
    const typescript5 = join(root, 'testing/typescript5.mjs')
    await node('--import', typescript5, generator, 'openapi.json', '-o', 'api.d.ts')
    await writeFile(join(folder, 'client.ts'), CLIENT)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'] }),
    )
    expect(await node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('')

    const printed = await node('client.ts', server.url, server.context.config.gateway.url)
    expect(printed).toMatch(/^\S+ PAID$/)
    const [reference = ''] = printed.split(' ')
    expect(await server.debtRow(reference)).toMatchObject({ state: 'PAID', amount: AMOUNT })
  })
})
