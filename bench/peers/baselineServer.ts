import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'

/**
 * The baseline of `movements`: node:http and pg with four plain statements, prepared by name, and
 * nothing else. It checks no header, no shape and no origin, and has neither log nor metrics.
 */
const [, , url, port, connections] = process.argv

const SESSION = `
  select s.person_id as person,
    array(select r.role_code from person_role r where r.person_id = s.person_id) as roles
  from session s
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2`

const OWN_LOYALTY = 'select code from loyalty where code = $1 and person_id = $2'

const PAGE = `
  select m.rrn, to_char(m.at at time zone 'America/Montevideo', 'YYYYMMDDHH24MISS') as datetime,
    m.kind, m.branch_code as "branchCode", b.name as "branchName", m.product, m.millilitres,
    m.currency, m.amount::float, m.discount::float, m.points, m.plate
  from movement m join branch b on b.code = m.branch_code
  where m.loyalty_code = $1 and m.at >= $2 and ($3 = '' or m.branch_code = $3)
    and (m.at, m.rrn) < ($4, $5)
  order by m.at desc, m.rrn desc
  limit $6`

const REDEMPTIONS = `
  select r.id, r.kind, r.title, r.points, r.discount::float, r.ticket, r.rrn,
    case when r.state = 'reserved' and r.expires_at <= $4 then 'expired' else r.state end as state,
    to_char(r.created_at at time zone 'America/Montevideo', 'YYYYMMDDHH24MISS') as datetime,
    to_char(r.expires_at at time zone 'America/Montevideo', 'YYYYMMDDHH24MISS') as until,
    coalesce(to_char(coalesce(r.ended_at, case when r.expires_at <= $4 then r.expires_at end)
      at time zone 'America/Montevideo', 'YYYYMMDDHH24MISS'), '') as "endedAt",
    coalesce(b.code, '') as "branchCode", coalesce(b.name, '') as "branchName"
  from redemption r left join terminal t on t.id = r.terminal_id
    left join branch b on b.code = t.branch_code
  where r.loyalty_code = $1 and r.created_at >= $2 and r.created_at < $3
  order by r.created_at desc, r.id desc`

interface MovementsRequest {
  requestHeader: { userSessionToken: string }
  loyaltyCode: string
  dateFrom: string
  dateTo: string
  count: number
}

const pool = new Pool({ connectionString: url, max: Number(connections) })
const rowsOf = async <Row extends object>(name: string, statement: string, values: unknown[]) =>
  (await pool.query<Row>({ name, text: statement, values })).rows

const BLOCK = 10_000
let block = 0
let place = BLOCK
async function rrn(): Promise<string> {
  if (place >= BLOCK) {
    const [row] = await rowsOf<{ nextval: string }>('rrn', `select nextval('rrn_block')`, [])
    block = Number(row?.nextval)
    place = 0
  }
  return String(block * BLOCK + place++).padStart(12, '0')
}

/** `yyyyMMddHHmmss` of Montevideo, where no clock has moved since 2015. */
const instant = (stamp: string) =>
  new Date(stamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6-03:00'))

async function answer(body: string): Promise<string> {
  const request = JSON.parse(body) as MovementsRequest
  const { requestHeader, loyaltyCode, dateFrom, dateTo, count } = request
  const hash = createHash('sha256').update(requestHeader.userSessionToken).digest()
  const [session] = await rowsOf<{ person: string; roles: string[] }>('session', SESSION, [
    hash,
    new Date(),
  ])
  if (!session?.roles.includes('2')) throw new Error('no session')
  const [own] = await rowsOf('ownLoyalty', OWN_LOYALTY, [loyaltyCode, session.person])
  if (!own) throw new Error('not the owner')
  const until = new Date(instant(dateTo).getTime() + 1000)
  const values = [loyaltyCode, instant(dateFrom), '', until, '', count + 1]
  const rows = await rowsOf<{ rrn: string; datetime: string }>('page', PAGE, values)
  const last = rows.length > count ? rows[count - 1] : undefined
  const from = last ? instant(last.datetime) : instant(dateFrom)
  const redemptions = await rowsOf('redemptions', REDEMPTIONS, [
    loyaltyCode,
    from,
    until,
    new Date(),
  ])
  return JSON.stringify({
    responseHeader: {
      responseCode: '00',
      responseDescription: 'AUTORIZADO',
      rrn: await rrn(),
      updatedData: null,
    },
    movements: rows.slice(0, count),
    redemptions,
    next: last ? `${instant(last.datetime).getTime()}.${last.rrn}` : '',
  })
}

createServer((request, response) => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  text(request)
    .then(answer)
    .then(
      (body) => response.writeHead(200, headers).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    )
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
