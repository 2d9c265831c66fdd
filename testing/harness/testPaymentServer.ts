import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type GatewayPayment, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { CARDS, type CardBehaviour } from '#sandbox/cards.ts'
import { systemClock } from '#sandbox/clock.ts'
import { readConfig } from '#sandbox/config.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import type { Context } from '#server/context.ts'
import { type CardGateway, createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { ListPage, MalformedItem } from '#server/gateway/settlementListPage.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { sandboxPayments, submitPage } from '#testing/harness/sandboxControl.ts'
import type { TestWire } from '#testing/harness/testClient.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness/testServer.ts'

/** The faults of the calls between server and gateway, which a test sets. */
const createStub = () => ({
  /** `cut`: the call never arrives; `lost`: it is executed, and its answer never arrives here. */
  failures: {} as Partial<Record<Call, 'cut' | 'lost'>>,
  /** Runs once before the next such call. */
  before: {} as Partial<Record<Call, () => Promise<void>>>,
  /** Alters the payment of every verified answer. */
  alterAnswer: null as ((payment: GatewayPayment) => GatewayPayment) | null,
  /** Alters every page of the settlement list. */
  alterList: null as ((page: GatewayPayment[]) => GatewayPayment[]) | null,
  /** Malformed items of every page. */
  malformed: [] as MalformedItem[],
  queried: [] as string[],
})
type GatewayStub = ReturnType<typeof createStub>
type Call = 'open' | 'query' | 'void' | 'echo'
/** Longer than any other delay of the sandbox, in milliseconds, to tell this one from the others. */
const ISSUER_OUTAGE_MS = 60_000
type Card = CardBehaviour | 'debit' | '51' | '54' | '05' | 'mute'

/**
 * Starts a test server whose gateway is a sandbox on a real socket, with the server's clock.
 * @param webhooks whether the gateway's webhooks reach the server
 * @param settlementList whether the gateway has settlement lists
 * @param log the server's log
 * @param reportError receives what the sandbox reports
 */
export async function startTestPaymentServer({
  webhooks = false,
  pool = 4,
  settlementList = true,
  callsPerMinute = 0,
  log = pino({ level: 'silent' }) as Context['log'],
  reportError = (_line: string) => {},
} = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'surtidor-pay-'))
  const keysDir = join(dir, 'keys')
  let server: TestServer | undefined
  const now = () => server?.context.now() ?? FIXED_DATE
  const webhookUrls: string[] = []
  const waitingIssuers = new Set<() => void>()
  let debtsAdded = 0
  const config = readConfig({
    SANDBOX_PORT: '0',
    SANDBOX_DIR: dir,
    SANDBOX_PUBLIC_URL: 'http://127.0.0.1',
    SANDBOX_SLOW_MS: '50',
    SANDBOX_ISSUER_DOWN_MS: String(ISSUER_OUTAGE_MS),
    SANDBOX_VOID_MS: '50',
    SANDBOX_WEBHOOK_MS: '10',
  })
  const sandbox = await startSandbox(
    { ...config, merchant: { ...config.merchant, webhooks: webhookUrls } },
    {
      now: () => now().getTime(),
      after: (ms, run) => {
        if (ms === ISSUER_OUTAGE_MS) {
          waitingIssuers.add(run)
          return () => waitingIssuers.delete(run)
        }
        return systemClock.after(ms, run)
      },
      random: randomBytes,
    },
    ({ message }) => reportError(message),
    reportError,
  )
  const stub = createStub()
  const gateway = {
    url: sandbox.url,
    pagesUrl: sandbox.url,
    netId: APP_NET.netId,
    merchantId: '900001',
    callback: 'surtidor-app',
    keysDir,
    legacySign: false,
    timeout: 240_000,
    settlementList,
  }
  const client = createGatewayClient({ gateway }, { now, random: randomBytes, log })
  const started = await startTestServer({
    config: { gateway, poolSize: pool, callsPerMinute },
    given: { log, gateway: withStub(client, stub) },
    checked: true,
  })
  server = started
  const { db } = started.context
  // Of repeats it is shown that they change nothing, which a webhook does at any time.
  if (webhooks && inject('repeats') !== 'failed')
    webhookUrls.push(started.url + MERCHANT_ENDPOINTS.webhook)

  const control = async (form: Parameters<typeof submitPage>[1]) => {
    const { kind, data } = await submitPage(sandbox.url, form)
    if (kind === 'unknown' || kind === 'corrected') throw new Error(`the page said ${kind}`)
    return data
  }
  const gatewayPayments = () => sandboxPayments(sandbox.url)
  return {
    ...started,
    /** Folder of all keys of the gateway: a test may sign as any party. */
    keysDir,
    stub,
    /** Pays on the hosted page without a browser; the return's `data`, or null when there is none. */
    pay: (token: string, card: Card = 'plain') => control({ token, card: numberOf(card) }),
    cancel: (token: string) => control({ token, cancel: true }),
    /** Ends the outage of the issuers: payments with their cards are decided. */
    endIssuerOutage: () => {
      for (const answer of waitingIssuers) answer()
      waitingIssuers.clear()
    },
    /** Adds a debt of ana's like her first of that amount, in cents. @returns its reference */
    addDebt: async (amount: number) => {
      const [like] = await db.select().from(debt).where(eq(debt.amount, amount))
      if (!like) throw new Error(`no debt of ${amount}`)
      debtsAdded += 1
      const reference = `${like.reference}-${debtsAdded}`
      await db.insert(debt).values({ ...like, reference, state: 'PENDING' })
      return reference
    },
    attemptsOf: (reference: string) =>
      db.select().from(paymentAttempt).where(eq(paymentAttempt.debtReference, reference)),
    /** The attempt of an access token. @throws Error when there is none */
    attemptOf: async (token: string) =>
      only(await db.select().from(paymentAttempt).where(eq(paymentAttempt.accessToken, token))),
    debtRow: async (reference: string) =>
      only(await db.select().from(debt).where(eq(debt.reference, reference))),
    /** The sandbox's own record of every payment. */
    gatewayPayments,
    gatewayPayment: async (token: string) =>
      (await gatewayPayments()).find((one) => one.token === token),
    close: async () => {
      await sandbox.close()
      await started.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type TestPaymentServer = Awaited<ReturnType<typeof startTestPaymentServer>>

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one`)
  return row
}

/** Opens the payment of a debt as the app does, with every field of the debt. */
export async function startPayment(
  person: Person,
  reference: string,
  chosen: object = {},
  more?: TestWire,
) {
  const { debts, geopay } = await person.call(getDebts, { type: '2' })
  const debt = debts.find((one) => one.reference === reference)
  const debtData = { ...debt, reference, ...chosen }
  const { netId: geopayNetId, merchantId: geopayMerchantId } = geopay
  return await person.call(getGEOPayAccessToken, { geopayNetId, geopayMerchantId, debtData }, more)
}

/** The reference of the person's debt of an amount, in cents. */
export async function debtOf(person: Person, amount: number): Promise<string> {
  const { debts } = await person.call(getDebts, { type: '2' })
  const found = debts.find((debt) => debt.amount === amount)
  if (!found) throw new Error(`no debt of ${amount}`)
  return found.reference
}

function numberOf(card: Card): string {
  const found = CARDS.find(({ behaviour, code, type }) => {
    if (card === 'debit') return type === 'D' && behaviour === 'plain'
    if (card === 'mute') return behaviour === 'issuerDown' && code === '91'
    return type === 'C' && (behaviour === card || (behaviour === 'plain' && code === card))
  })
  if (!found) throw new Error(`no card ${card}`)
  return found.number
}

function withStub(client: CardGateway, stub: GatewayStub): CardGateway {
  async function through<T>(name: Call, run: () => Promise<T>): Promise<T> {
    const before = stub.before[name]
    delete stub.before[name]
    await before?.()
    if (stub.failures[name] === 'cut') throw new GatewayUnreachable('cut')
    const answer = await run()
    if (stub.failures[name] === 'lost') throw new GatewayUnreachable('lost')
    return answer
  }
  const altered = (payment: GatewayPayment | null) =>
    payment && stub.alterAnswer ? stub.alterAnswer(payment) : payment
  return {
    ...client,
    open: (...args) => through('open', () => client.open(...args)),
    query: async (...args) => {
      stub.queried.push(args[0])
      return altered(await through('query', () => client.query(...args)))
    },
    echo: (...args) => through('echo', () => client.echo(...args)),
    paymentsOfDay: (...args) => {
      const pages = client.paymentsOfDay(...args)
      return pages && alteredPages(pages, stub)
    },
    takeBack: (...args) => through('void', () => client.takeBack(...args)),
    void: async (...args) => altered(await through('void', () => client.void(...args))),
  }
}

async function* alteredPages(
  pages: AsyncIterable<ListPage>,
  { alterList, malformed }: GatewayStub,
) {
  for await (const { payments } of pages)
    yield { payments: alterList ? alterList(payments) : payments, malformed }
}
