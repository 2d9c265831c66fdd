import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Client } from 'pg'
import { expect, inject } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { OK } from '#contract/responseCodes.ts'
import { newClient } from '#db/core/withClient.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * How the project repeats each request that changes something (P7): `twice` at once, or after a first
     * try that `failed` at its last statement and once more when it was answered. Undefined: not at all.
     */
    repeats: 'twice' | 'failed' | undefined
    /** The file of the calls and console actions that were repeated and accepted. */
    repeated: string
  }
}

/** An answer as it was received. */
interface Answer {
  status: number
  text: string
}
/** Sends a request to the server of its client, or to another one. */
type Send<Sent extends Answer> = (url?: string) => Promise<Sent>

/** The test servers of a project of repeats by their addresses. */
const servers = new Map<string, RepeatingServer>()
interface RepeatingServer {
  /** The owner, in a connection of its own. */
  client: Client
  /** Starts another server on the same database. @returns its address */
  second: () => Promise<string>
  /** One pair of requests at a time waits for the lock on all claims. */
  alone: ReturnType<typeof pLimit>
  /** The requests that have begun, and those that are not answered yet. */
  begun: number
  running: number
}

/** Counts a request to a test server. */
export async function counted<Sent>(url: string, send: () => Promise<Sent>): Promise<Sent> {
  const server = servers.get(url)
  if (!server) return await send()
  server.begun += 1
  server.running += 1
  return await send().finally(() => (server.running -= 1))
}

/** Prepares the database of a test server for the project's repeats, if it repeats. */
export async function prepareRepeats(
  url: string,
  { databaseUrl, second }: { databaseUrl: string } & Pick<RepeatingServer, 'second'>,
): Promise<void> {
  const mode = inject('repeats')
  if (!mode) return
  const client = newClient({ connectionString: databaseUrl })
  // It is ended with its database.
  client.on('error', () => {})
  await client.connect()
  let other: Promise<string> | undefined
  const once = () => (other ??= second())
  servers.set(url, { client, second: once, alone: pLimit(1), begun: 0, running: 0 })
  if (mode === 'failed') await client.query(FAILING_ANSWERS + NOTED_CHANGES)
}

/**
 * Sends a request as the project says. The test that makes the call sees what it does once: its effects, and
 * its answer, which is the same for both.
 * @param url of the server of `send`
 */
export async function sendRepeated<Sent extends Answer>(
  { name, group }: CallContract,
  fields: object,
  send: Send<Sent>,
  url: string | undefined,
): Promise<Sent> {
  const mode = inject('repeats')
  const server = servers.get(url ?? '')
  if (!mode || !server) return await send()
  const { kind, action } = fields as Record<string, string>
  const what = name === 'actOnObject' ? `action ${kind} ${action}` : `call ${group} ${name}`
  const answer =
    mode === 'twice'
      ? await sendTwice(send, server, ASK_GATEWAY.includes(what))
      : await sendAfterFailure(send, server)
  if (isAccepted(answer)) appendFileSync(inject('repeated'), `${what}\n`)
  return answer
}

/** What asks the gateway after its commit: its answer may be replaced then. */
const ASK_GATEWAY = [
  'call station voidPayment',
  'action payment void',
  'action payment refund',
  'action payment decide',
]

async function sendTwice<Sent extends Answer>(
  send: Send<Sent>,
  server: RepeatingServer,
  asksGateway: boolean,
): Promise<Sent> {
  const both = await overlap(send, server)
  const [first, second] = both
  if (!asksGateway) {
    expect(comparable(second)).toEqual(comparable(first))
    return first
  }
  // One of them may be answered while the gateway is asked for the other one: its answer is the last.
  const third = await send()
  expect(both.map(comparable)).toContainEqual(comparable(third))
  return third
}

/** A server gives a lock up after 10 s. The second of two that takes longer to its claim follows the first. */
const PATIENCE_MS = 5_000

/**
 * Sends a request to two servers at once. Neither goes on before both wait for a lock: for that on all
 * claims, or for what the other one locked before it. One that is refused before its claim does not wait.
 */
async function overlap<Sent extends Answer>(
  send: Send<Sent>,
  { client, second, alone }: RepeatingServer,
): Promise<[Sent, Sent]> {
  const other = await second()
  return await alone(async () => {
    let answered = 0
    const counted = (sent: Promise<Sent>) => sent.finally(() => (answered += 1))
    await client.query('begin; lock table idempotent_request in exclusive mode')
    const both = Promise.all([counted(send()), counted(send(other))])
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waitOrAnswered = async () => Number((await client.query(waiting)).rowCount) + answered
    let firstWaits = Infinity
    for (let count = 0; count < 2 && Date.now() - firstWaits < PATIENCE_MS; ) {
      await sleep(5)
      count = await waitOrAnswered()
      if (count > 0) firstWaits = Math.min(firstWaits, Date.now())
    }
    await client.query('commit')
    return await both
  })
}

/** Without the reference lists, and without the number of a refusal that came before the claim: each has its own. */
function comparable({ status, text }: Answer) {
  const { responseHeader, ...fields } = JSON.parse(text) as {
    responseHeader?: { responseCode: string; rrn?: string; updatedData?: unknown }
  }
  const { updatedData: _, rrn, ...header } = responseHeader ?? { responseCode: '' }
  return { status, header, fields, rrn: header.responseCode === OK ? rrn : '' }
}

/**
 * The answer after the first try failed, which it has to: its effects were rolled back. Only a request that
 * is refused before its key is claimed stores no answer, and meets no failure.
 */
async function sendAfterFailure<Sent extends Answer>(
  send: Send<Sent>,
  server: RepeatingServer,
): Promise<Sent> {
  const first = await send()
  if (first.status !== 500) {
    expect(isAccepted(first), 'accepted without the failure').toBe(false)
    return first
  }
  const answer = await send()
  expect(answer.status, answer.text).not.toBe(500)
  const { client, running, begun } = server
  await client.query(`select setval('changed', 1)`)
  expect(comparable(await send())).toEqual(comparable(answer))
  const { rows } = await client.query(
    'select last_value::int::regclass::text as table from changed where last_value > 1',
  )
  // What other requests change at the same time is not told apart.
  if (running === 0 && server.begun === begun + 1) expect(rows, 'changed by a repeat').toEqual([])
  return answer
}

const isAccepted = ({ text }: Answer) => text.includes(`"responseCode":"${OK}"`)

let failing = 0
/** In the project `failed`: an audit number of a request whose first try fails. */
export const repeatedHeader = () =>
  inject('repeats') === 'failed' ? { auditNumber: `fails-${(failing += 1)}` } : {}

/**
 * The first answer of each such number is not stored: its transaction is rolled back. The number stands in
 * a file, which stays.
 */
const FAILING_ANSWERS = `
  create function fail_answer() returns trigger language plpgsql security definer as $$
  declare tried text := format('%s/%s-%s',
    current_setting('data_directory'), current_database(), new.audit_number);
  begin
    if (pg_stat_file(tried, true)).size is not null then return new; end if;
    execute format('copy (select) to %L', tried);
    raise exception 'the server died';
  end $$;
  create trigger fail_answer before insert or update on idempotent_request for each row
    when (new.answer is not null and new.audit_number like 'fails-%') execute function fail_answer();`

/** The sequence `changed` has the table that was changed last. */
const NOTED_CHANGES = `
  create sequence changed;
  create function note_change() returns trigger language plpgsql security definer as $$ begin
    perform setval('changed', tg_relid::bigint);
    return null;
  end $$;
  do $$ declare changing record; begin
    for changing in select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop
      execute format('create trigger note_change after insert or update or delete on %s
        for each row execute function note_change()', changing.name);
    end loop;
  end $$`
