import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool, types } from 'pg'

/**
 * The baseline of `movements`: node:http and pg with three plain statements, prepared by name, and
 * nothing else. It checks no header, no shape and no origin, and has neither log nor metrics.
 */
const [, , url, port, connections] = process.argv

const SESSION = `
  select s.person_id, array(select r.role_code from person_role r where r.person_id = s.person_id)
  from session s
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2`

const OWN_LOYALTY = 'select code from loyalty where code = $1 and person_id = $2'

const PAGE = `
  select m.rrn, m.at, to_char(m.at at time zone 'America/Montevideo', 'YYYYMMDDHH24MISS'), m.kind,
    m.branch_code, b.name, m.product, m.millilitres, m.currency, m.amount, m.discount, m.points,
    m.plate
  from movement m join branch b on b.code = m.branch_code
  where m.loyalty_code = $1 and m.at >= $2 and ($3 = '' or m.branch_code = $3)
    and (m.at, m.rrn) < ($4, $5)
  order by m.at desc, m.rrn desc
  limit $6`

interface MovementsRequest {
  requestHeader: { userSessionToken: string }
  loyaltyCode: string
  dateFrom: string
  dateTo: string
  count: number
}

const pool = new Pool({ connectionString: url, max: Number(connections) })
// Only the last row's instant is read, for the cursor: parsing every one would be wasted work.
const asText = {
  getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0]) =>
    oid === types.builtins.TIMESTAMPTZ
      ? String
      : types.getTypeParser(oid)) as typeof types.getTypeParser,
}
const rowsOf = async (name: string, text: string, values: unknown[]) => {
  const query = { name, text, values, rowMode: 'array' as const, types: asText }
  return (await pool.query<unknown[]>(query)).rows
}

let block = 0
let place = 10_000
async function rrn(): Promise<string> {
  if (place >= 10_000) {
    const [row] = await rowsOf('rrn', `select nextval('rrn_block')`, [])
    block = Number(row?.[0])
    place = 0
  }
  return String(block * 10_000 + place++).padStart(12, '0')
}

/** `yyyyMMddHHmmss` of Montevideo, where no clock has moved since 2015. */
const instant = (text: string) =>
  `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12)}-03:00`

async function answer(body: string): Promise<string> {
  const { requestHeader, loyaltyCode, dateFrom, dateTo, count } = JSON.parse(
    body,
  ) as MovementsRequest
  const hash = createHash('sha256').update(requestHeader.userSessionToken).digest()
  const [session] = await rowsOf('session', SESSION, [hash, new Date().toISOString()])
  if (!session || !(session.at(-1) as string[]).includes('2')) throw new Error('no session')
  const [own] = await rowsOf('ownLoyalty', OWN_LOYALTY, [loyaltyCode, session[0]])
  if (!own) throw new Error('not the owner')
  const until = new Date(new Date(instant(dateTo)).getTime() + 1000).toISOString()
  const values = [loyaltyCode, instant(dateFrom), '', until, '', count + 1]
  const rows = await rowsOf('page', PAGE, values)
  const last = rows[count - 1]
  return JSON.stringify({
    responseHeader: {
      responseCode: '00',
      responseDescription: 'AUTORIZADO',
      rrn: await rrn(),
      updatedData: null,
    },
    movements: rows.slice(0, count).map(movement),
    next:
      rows.length > count && last
        ? `${new Date(String(last[1])).getTime()}.${String(last[0])}`
        : '',
  })
}

const movement = (row: unknown[]) => ({
  rrn: row[0],
  datetime: row[2],
  kind: row[3],
  branchCode: row[4],
  branchName: row[5],
  product: row[6],
  millilitres: row[7],
  currency: row[8],
  amount: Number(row[9]),
  discount: Number(row[10]),
  points: row[11],
  plate: row[12],
})

function read(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((done) => {
    request.on('end', () => done(text))
  })
}

createServer((request, response) => {
  read(request)
    .then(answer)
    .then(
      (text) =>
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(text),
          })
          .end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
