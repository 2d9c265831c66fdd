import { callbackify } from 'node:util'
import { Client } from 'pg'
import type { Fault, Interleaver } from '#lab/interleaving/interleaver.ts'

type Query = (...given: unknown[]) => unknown
type Callback = (error: Error, result: unknown) => void
interface Connected {
  connection: { stream: { destroy(): void } }
  connectionParameters: { idle_in_transaction_session_timeout: number; options?: string }
}

export interface StatementSeams {
  rewrite: (text: string, options: string) => string
  following: (text: string, options: string) => string
}

/** PostgreSQL's state of the error of a deadlock. */
const DEADLOCK = '40P01'
const LOST = 'Connection terminated unexpectedly'
/** Characters of a statement in the trace. */
const SHOWN = 90

/**
 * Makes each statement that a task sends over `pg` in this process a step of an interleaver. A fault ends its
 * connection, before PostgreSQL gets the statement or after it has executed it.
 * @param seams change the text of each statement before it is sent, and add SQL that follows it in the same step;
 *   `options`: those of its connection
 * @returns restores the driver
 */
export function interleaveStatements(
  interleaver: Interleaver,
  { rewrite, following }: StatementSeams,
): () => void {
  const driver = Client.prototype as unknown as { query: Query; connect: Query }
  const { query, connect } = driver
  driver.query = function interleaved(this: Client & Connected, ...all) {
    const [statement, ...rest] = all
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
    if (text === undefined || Object.hasOwn(statement as object, 'submit'))
      return query.apply(this, all)
    const { options = '' } = this.connectionParameters
    const [sent, added] = [rewrite(text, options), following(text, options)]
    const given = [
      typeof statement === 'string' ? sent : { ...(statement as object), text: sent },
      ...rest,
    ]
    const callback = given.at(-1)
    const values = typeof callback === 'function' ? given.slice(0, -1) : given
    const execute = async () => {
      const result = await (query.apply(this, values) as Promise<unknown>)
      if (added) await (query.call(this, added) as Promise<unknown>)
      return result
    }
    if (!interleaver.isInTask) return answerTo(callback, interleaver.outside(execute()))
    const name = text.trim().replaceAll(/\s+/g, ' ').slice(0, SHOWN)
    const send = async (fault: Fault | undefined) => {
      if (fault === 'lost before') this.connection.stream.destroy()
      const result = await execute()
      if (fault !== 'answer lost') return result
      this.connection.stream.destroy()
      throw new Error(LOST)
    }
    const refused = (error: { code?: string }) => {
      if (error.code === DEADLOCK) interleaver.noteDeadlock()
      throw error
    }
    const answered = new Promise((resolve, reject) => {
      interleaver.enqueue(name, this, (fault) => send(fault).catch(refused).then(resolve, reject))
    })
    return answerTo(callback, answered)
  }
  driver.connect = function connected(this: Client & Connected, callback?: unknown) {
    // As of the connections that were open before.
    this.connectionParameters.idle_in_transaction_session_timeout = 0
    if (!interleaver.isInTask) return connect.call(this, callback)
    return answerTo(callback, interleaver.outside(connect.call(this) as Promise<unknown>))
  }
  return () => {
    driver.query = query
    driver.connect = connect
  }
}

/** Answers as `pg` does: by a callback where there is one, otherwise by a promise. */
function answerTo(callback: unknown, answered: Promise<unknown>): Promise<unknown> | undefined {
  if (typeof callback !== 'function') return answered
  callbackify(() => answered)(callback as Callback)
  return undefined
}
