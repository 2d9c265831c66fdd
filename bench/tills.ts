import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { Pool } from 'undici'
import { pathOf } from '#contract/call.ts'
import type { ReportedSale } from '#contract/entities/reportedItem.ts'
import { requestHeader } from '#contract/header.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import {
  createTerminalKey,
  signatureHeaders,
  type TerminalKey,
} from '#testing/station/testTerminal.ts'

/** Sales of a batch, as the network sends them. */
export const BATCH = 100
/** One sale of ten has no member. */
const UNKNOWN = 10
const REPORT_PATH = `/api/${pathOf(reportSales)}`

export interface Till {
  terminalId: string
  branchCode: string
  key: TerminalKey
  /** Code of its shift. */
  shift: string
}

/** A signed batch of sales of one till. */
export interface SalesBatch {
  till: Till
  nonce: string
  items: ReportedSale[]
  body: string
  headers: Record<string, string>
}

/** Adds terminals, each to a station of its own as far as there are stations, with a key in force. */
export async function addTills(client: Client, count: number): Promise<Till[]> {
  const { rows } = await client.query<{ code: string }>('select code from branch order by code')
  const tills = Array.from({ length: count }, (_, place) => ({
    terminalId: randomUUID(),
    branchCode: rows[place % rows.length]?.code ?? '',
    key: createTerminalKey(),
    shift: `bench/${randomUUID().slice(0, 8)}`,
  }))
  for (const { terminalId, branchCode, key } of tills) {
    await client.query(
      `insert into terminal (id, branch_code, name, created_at, enrolled_at, code_hash, code_expires_at)
         values ($1::uuid, $2, $1::text, now(), now(), $3, now())`,
      [terminalId, branchCode, Buffer.from(terminalId)],
    )
    await client.query(
      'insert into terminal_key (keyid, terminal_id, public_key, since) values ($1, $2, $3, now())',
      [key.keyid, terminalId, Buffer.from(key.publicKey, 'base64')],
    )
  }
  return tills
}

/** The loyalties of the members that buy. */
export async function memberCodes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>(
    `select l.code from loyalty l join person p on p.id = l.person_id
      where p.deleted_at is null and l.ended_at is null and l.since < now() - interval '1 hour'
      order by md5(l.code)`,
  )
  return rows.map(({ code }) => code)
}

let sold = 0

/**
 * A batch of sales of the last hour that no earlier batch has, of members in turn.
 * @param port of the server that it is signed for
 */
export function nextBatch(till: Till, codes: readonly string[], port: number): SalesBatch {
  const now = new Date()
  const items = Array.from({ length: BATCH }, () => {
    sold += 1
    return reportedSale(String(sold), 10 + (sold % 40), {
      cfe: cfe(sold),
      shift: till.shift,
      datetime: new Date(now.getTime() - 3_600_000).toISOString(),
      loyaltyCode: sold % UNKNOWN === 0 ? '' : (codes[sold % codes.length] ?? ''),
    })
  })
  const header = requestHeader({ now, random: 0.5, platform: 'a' })
  const nonce = String(sold).padStart(12, '0')
  const body = JSON.stringify({ requestHeader: { ...header, auditNumber: nonce }, items })
  const targetUri = `http://localhost:${port}${REPORT_PATH}`
  const created = Math.floor(now.getTime() / 1000)
  const signature = signatureHeaders({ key: till.key, targetUri, body, nonce, created })
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...signature }
  return { till, nonce, items, body, headers }
}

/** Sends batches to a server. @param connections batches at a time */
export function createSender(port: number, connections: number) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections })
  return {
    /** @throws Error unless every item of the batch was accepted, or stored as unmatched */
    send: async ({ body, headers }: SalesBatch): Promise<void> => {
      const answer = await pool.request({ method: 'POST', path: REPORT_PATH, headers, body })
      const text = await answer.body.text()
      const taken = text.split(/"result":"(?:accepted|unmatched)"/).length - 1
      if (answer.statusCode !== 200 || taken !== BATCH) throw new Error(text.slice(0, 500))
    },
    close: () => pool.close(),
  }
}
