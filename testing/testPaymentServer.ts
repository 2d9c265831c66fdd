import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { type GatewayPayment, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { debt } from '#db/tables/payments.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { CARDS, type CardBehaviour } from '#sandbox/cards.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { summary } from '#sandbox/controlApi.ts'
import { startSandbox as openSandbox } from '#sandbox/startSandbox.ts'
import type { Context } from '#server/context.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'
import {
  type CardGateway,
  GatewayUnreachable,
  createGatewayClient,
} from '#server/gateway/gatewayClient.ts'
import type { ListPage, MalformedItem } from '#server/gateway/settlementListPage.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'

/** A house whose gateway is a real sandbox on a real socket, on the house's own clock. */
export interface TestPaymentServer extends Omit<TestServer, 'close'> {
  /** Closes it; every promise of the database must have been kept but those that are named. */
  close(broken?: readonly string[]): Promise<void>
  /** Folder of the gateway's keys, all of them: a test may sign as anybody. */
  keysDir: string
  line: GatewayStub
  /** Pays on the hosted page without a browser; the way back's `data`, or null when there is none. */
  pay(token: string, card?: Card): Promise<string | null>
  cancel(token: string): Promise<string | null>
  /** Issuers that are down are so until now: what was paid with their cards is decided. */
  issuersSpeak(): void
  /** Another debt of ana's, like her first of that amount; its reference. */
  owe(amount: number): Promise<string>
  /** The gateway's own truth. */
  truth(): Promise<ReturnType<typeof summary>[]>
}
/** What the wire between server and gateway does to a call, beside carrying it. */
export interface GatewayStub {
  /** `cut` never arrives; `lost` is done there, and its answer never arrives here. */
  broken: Partial<Record<Call, 'cut' | 'lost'>>
  /** Runs before a call, so that a test can get in between. */
  before: Partial<Record<Call, () => Promise<void>>>
  /** A gateway that lies in its own name. */
  twist: ((said: GatewayPayment) => GatewayPayment) | null
  /** What becomes of a page of the gateway's list of a day. */
  twistList: ((page: GatewayPayment[]) => GatewayPayment[]) | null
  /** What stands on each of those pages besides, and makes no sense. */
  unreadable: MalformedItem[]
  /** The tokens that the gateway was asked about, in order. */
  asked: string[]
}
type Call = 'open' | 'query' | 'void' | 'echo'
/** Longer than any other wait of the sandbox, in milliseconds; it ends when a test says so. */
const ISSUER_DOWN = 60_000
type Card = CardBehaviour | 'debit' | '51' | '54' | '05' | 'mute'

/**
 * Opens a house and its gateway.
 * @param webhooks whether the gateway's webhooks reach the house
 * @param settlementList whether the gateway lists its days
 * @param log where the server's lines go
 * @param complain told what the gateway has to say of itself
 */
export async function startTestPaymentServer({
  webhooks = false,
  pool = 4,
  settlementList = true,
  log = pino({ level: 'silent' }) as Context['log'],
  complain = (_line: string) => {},
} = {}): Promise<TestPaymentServer> {
  const dir = await mkdtemp(join(tmpdir(), 'surtidor-pay-'))
  const keysDir = join(dir, 'keys')
  const clock = { house: undefined as TestServer | undefined }
  const now = () => clock.house?.context.now() ?? FIXED_DATE
  const doors: string[] = []
  const silent = new Set<() => void>()
  let owed = 0
  const sandbox = await openSandbox(
    sandboxConfig(dir, doors),
    {
      now: () => now().getTime(),
      after: (ms, run) => {
        if (ms === ISSUER_DOWN) {
          silent.add(run)
          return () => silent.delete(run)
        }
        const timer = setTimeout(run, Math.max(0, ms))
        return () => clearTimeout(timer)
      },
      random: randomBytes,
    },
    ({ message }) => complain(message),
    complain,
  )
  const line: GatewayStub = {
    broken: {},
    before: {},
    twist: null,
    twistList: null,
    unreadable: [],
    asked: [],
  }
  const gateway = {
    url: sandbox.url,
    pagesUrl: sandbox.url,
    netId: APP_NET.netId,
    merchantId: '900001',
    callback: 'surtidor-app',
    keysDir,
    legacySign: false,
    timeout: 5_000,
    settlementList,
  }
  const real = createGatewayClient({ gateway }, { now, random: randomBytes, log })
  const server = await startTestServer({
    config: { gateway, poolSize: pool },
    given: { log, gateway: strung(real, line) },
  })
  clock.house = server
  if (webhooks) doors.push(server.url + MERCHANT_ENDPOINTS.webhook)

  const control = async (body: object) => {
    const answer = await fetch(`${sandbox.url}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { kind, data } = (await answer.json()) as { kind: string; data: string | null }
    if (kind === 'unknown' || kind === 'corrected') throw new Error(`the page said ${kind}`)
    return data
  }
  return {
    ...server,
    keysDir,
    line,
    pay: (token, card = 'plain') => control({ token, card: numberOf(card) }),
    cancel: (token) => control({ token, cancel: true }),
    issuersSpeak: () => {
      for (const speak of silent) speak()
      silent.clear()
    },
    owe: async (amount) => {
      const { db } = server.context
      const [like] = await db.select().from(debt).where(eq(debt.amount, amount))
      if (!like) throw new Error(`no debt of ${amount}`)
      owed += 1
      const reference = `${like.reference}-${owed}`
      await db.insert(debt).values({ ...like, reference, state: 'PENDING' })
      return reference
    },
    truth: async () => {
      const answer = await fetch(`${sandbox.url}/sandbox/log`)
      return ((await answer.json()) as { payments: ReturnType<typeof summary>[] }).payments
    },
    close: async (expected = []) => {
      await sandbox.close()
      const findings = await checkInvariants(server.context.db)
      await server.close()
      await rm(dir, { recursive: true, force: true })
      const broken = findings.filter(({ rows }) => rows.length > 0)
      const names = broken.map(({ code }) => code)
      if (names.join() !== expected.join())
        throw new Error(`promises broken: ${JSON.stringify(broken)}`)
    },
  }
}

/** Opens the payment of a debt as the app does: with all that it was told of the debt. */
export async function openPayment(person: Person, reference: string, chosen: object = {}) {
  const { debts, geopay } = await person.call(getDebts, { type: '2' })
  const debt = debts.find((one) => one.reference === reference)
  return await person.call(getGEOPayAccessToken, {
    geopayNetId: geopay.netId,
    geopayMerchantId: geopay.merchantId,
    debtData: { ...debt, reference, ...chosen },
  })
}

/** The reference of the person's debt of an amount, in cents. */
export async function debtOf(person: Person, amount: number): Promise<string> {
  const { debts } = await person.call(getDebts, { type: '2' })
  const found = debts.find((debt) => debt.amount === amount)
  if (!found) throw new Error(`no debt of ${amount}`)
  return found.reference
}

function numberOf(card: Card): string {
  const found = CARDS.find(({ behaviour: lever, code, type }) => {
    if (card === 'debit') return type === 'D' && lever === 'plain'
    if (card === 'mute') return lever === 'issuerDown' && code === '91'
    return type === 'C' && (lever === card || (lever === 'plain' && code === card))
  })
  if (!found) throw new Error(`no card ${card}`)
  return found.number
}

function strung(real: CardGateway, line: GatewayStub): CardGateway {
  async function through<T>(name: Call, run: () => Promise<T>): Promise<T> {
    const before = line.before[name]
    delete line.before[name]
    await before?.()
    if (line.broken[name] === 'cut') throw new GatewayUnreachable('cut')
    const answer = await run()
    if (line.broken[name] === 'lost') throw new GatewayUnreachable('lost')
    return answer
  }
  const twisted = (said: GatewayPayment | null) => (said && line.twist ? line.twist(said) : said)
  return {
    ...real,
    open: (...asked) => through('open', () => real.open(...asked)),
    query: async (...asked) => {
      line.asked.push(asked[0])
      return twisted(await through('query', () => real.query(...asked)))
    },
    echo: (...asked) => through('echo', () => real.echo(...asked)),
    paymentsOfDay: (...asked) => {
      const pages = real.paymentsOfDay(...asked)
      return pages && twistedPages(pages, line)
    },
    void: async (...asked) => twisted(await through('void', () => real.void(...asked))),
  }
}

async function* twistedPages(
  pages: AsyncIterable<ListPage>,
  { twistList, unreadable }: GatewayStub,
) {
  for await (const { payments } of pages)
    yield { payments: twistList ? twistList(payments) : payments, unreadable }
}

function sandboxConfig(dir: string, webhooks: readonly string[]): SandboxConfig {
  return {
    host: '127.0.0.1',
    port: 0,
    dir,
    publicUrl: 'http://127.0.0.1',
    merchant: {
      netId: APP_NET.netId,
      merchantId: '900001',
      homeUrl: 'http://localhost:3000/',
      callbacks: { 'surtidor-app': `http://localhost:3000${MERCHANT_ENDPOINTS.return}` },
      webhooks,
    },
    legacySign: false,
    delays: { slow: 50, issuerDown: ISSUER_DOWN, void: 50, webhook: 10 },
  }
}
