import { createHash, randomUUID } from 'node:crypto'
import { type BareTransaction, createBarePool } from '#bench/peers/bareTransactions.ts'
import type { SalesBatch } from '#bench/tills.ts'
import { movement } from '#db/tables/movements.ts'
import { saleEvent, saleIdentity, saleLine } from '#db/tables/sales.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'
import { terminalBatch } from '#db/tables/terminals.ts'

/**
 * The rows of a batch of sales, written by pg in one transaction with one statement per table, and
 * nothing else: no signature, no checks, no look for repeats, no locks but those of the accounts.
 */
export function startBareSales(url: string, pool: number) {
  const { transaction, close } = createBarePool(url, pool)
  let numbers = 800_000_000_000
  return {
    report: (batch: SalesBatch) =>
      transaction((bare) => writeBatch(bare, batch, () => String((numbers += 1)))),
    close,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

async function writeBatch(bare: BareTransaction, batch: SalesBatch, nextRrn: () => string) {
  const { till, nonce, items, body, headers } = batch
  const { terminalId, branchCode, shift } = till
  const now = new Date()
  await bare.insert(terminalBatch, [
    {
      id: randomUUID(),
      terminalId,
      nonce,
      receivedAt: now,
      targetUri: '',
      body: Buffer.from(body),
      contentDigest: headers['content-digest'] ?? '',
      signatureInput: headers['signature-input'] ?? '',
      signature: headers.signature ?? '',
    },
  ])
  await bare.run(
    'shift',
    `insert into shift (branch_code, scope, code) select $1, scope, $3 from unnest(array['', $2]) as s (scope)
       on conflict do nothing`,
    [branchCode, terminalId, shift],
  )
  const sales = items.map((item) => {
    const [line] = item.lines
    if (!line || !item.cfe) throw new Error('a sale of the bench has one line and a CFE')
    const identity = `cfe:${item.cfe.rut}:${item.cfe.type}:${item.cfe.series}:${item.cfe.number}`
    const points = item.loyaltyCode ? Math.floor(line.millilitres / 1000) : 0
    const at = new Date(item.datetime)
    return { ...item, identity, line, at, points, rrn: item.loyaltyCode ? nextRrn() : null }
  })
  await bare.insert(
    saleIdentity,
    sales.map(({ identity }) => ({ identity })),
  )
  await bare.insert(
    saleEvent,
    sales.map((sale) => ({
      ...sale,
      saleIdentity: sale.identity,
      branchCode,
      terminalId,
      receivedAt: now,
      state: 'applied' as const,
      amount: sale.line.amount,
      memberCode: sale.loyaltyCode,
      memberCard: '',
      memberPlate: '',
      loyaltyCode: sale.loyaltyCode || null,
      contentHash: hashOf(JSON.stringify(sale)),
    })),
  )
  await bare.insert(
    saleLine,
    sales.map(({ identity, line, rrn, points }) => ({
      ...line,
      identity,
      number: 1,
      rrn,
      points,
      pointsDue: points,
    })),
  )
  const ofMembers = sales.flatMap(({ rrn, ...sale }) => (rrn ? [{ ...sale, rrn }] : []))
  await bare.insert(
    movement,
    ofMembers.map(({ rrn, loyaltyCode, at, line, points, currency }) => ({
      ...line,
      rrn,
      loyaltyCode,
      at,
      postedAt: now,
      kind: 'MOVEMENTS' as const,
      branchCode,
      currency,
      discount: 0,
      points,
    })),
  )
  const [event, concept] = ['sale' as const, 'Nafta Super 95 en Estación']
  await bare.post(
    ofMembers.map(({ rrn, loyaltyCode, points }) => {
      return { event, eventId: rrn, concept, rrn, loyaltyCode, points }
    }),
    now,
  )
  const results = sales.map(({ rrn, points }) =>
    rrn ? { result: 'accepted', points } : { result: 'unmatched' },
  )
  await bare.insert(idempotentRequest, [
    {
      callerId: terminalId,
      auditNumber: nonce,
      bodyHash: hashOf(body),
      answer: { fields: { results } },
      at: now,
    },
  ])
}
