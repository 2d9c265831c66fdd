import { appendFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { expect, inject } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { INVALID_SESSION, OK } from '#contract/responseCodes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * How the project repeats each request that changes something (P7): `twice` at once, or after a first
     * try that `failed` at its last statement. Undefined: not at all.
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

/**
 * Sends a request as the project says. The test that makes the call sees what it does once: its effects, and
 * its answer, which is the same for both.
 */
export async function sendRepeated<Sent extends Answer>(
  { name, group }: CallContract,
  fields: object,
  send: () => Promise<Sent>,
): Promise<Sent> {
  const mode = inject('repeats')
  if (!mode) return await send()
  const first = mode === 'twice' ? await sendTwice(send) : await sendAfterFailure(send)
  if (isAccepted(first)) {
    const { kind, action } = fields as Record<string, string>
    const what = name === 'actOnObject' ? `action ${kind} ${action}` : `call ${group} ${name}`
    appendFileSync(inject('repeated'), `${what}\n`)
  }
  return first
}

async function sendTwice<Sent extends Answer>(send: () => Promise<Sent>): Promise<Sent> {
  const both = await Promise.all([send(), send()])
  // A limit may have no point left for the second one.
  const answered = both.find(({ status }) => status !== 429)
  if (!answered || both.some(({ status }) => status === 429)) return answered ?? both[0]
  const [first, second] = both.map(comparable)
  if (isDeepStrictEqual(first, second)) return answered
  // A call that renews the session's token ends the session of a repeat that arrives after its commit.
  const renewed = both.find(({ text }) => /"userSessionToken":"/.test(text))
  if (renewed && both.some(({ text }) => text.includes(`"responseCode":"${INVALID_SESSION}"`)))
    return renewed
  // One of them was answered while the gateway was asked: the final answer is that of every later repeat.
  const third = await send()
  expect([first, second]).toContainEqual(comparable(third))
  return third
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
async function sendAfterFailure<Sent extends Answer>(send: () => Promise<Sent>): Promise<Sent> {
  const first = await send()
  if (first.status !== 500) {
    expect(isAccepted(first), 'accepted without the failure').toBe(false)
    return first
  }
  const answer = await send()
  expect(answer.status, answer.text).not.toBe(500)
  return answer
}

const isAccepted = ({ text }: Answer) => text.includes(`"responseCode":"${OK}"`)

let failing = 0
/** In the project `failed`: an audit number of a request whose first try fails. */
export const repeatedHeader = () =>
  inject('repeats') === 'failed' ? { auditNumber: `fails-${(failing += 1)}` } : {}

/**
 * In a database of the project `failed` the first answer of each such number is not stored: its transaction
 * is rolled back. The number stands in a file, which stays.
 */
export async function failAnswers(owner: Client): Promise<void> {
  if (inject('repeats') !== 'failed') return
  await owner.query(`
    create function fail_answer() returns trigger language plpgsql security definer as $$
    declare tried text := format('%s/%s-%s',
      current_setting('data_directory'), current_database(), new.audit_number);
    begin
      if (pg_stat_file(tried, true)).size is not null then return new; end if;
      execute format('copy (select) to %L', tried);
      raise exception 'the server died';
    end $$;
    create trigger fail_answer before insert or update on idempotent_request for each row
      when (new.answer is not null and new.audit_number like 'fails-%')
      execute function fail_answer()`)
}
