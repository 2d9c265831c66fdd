import { setTimeout as sleep } from 'node:timers/promises'
import { leaseMail, type Mail, markFailed, markSent } from '#db/messaging/mailOutbox.ts'
import type { Context } from '#server/context.ts'
import { type MailTransport, Undeliverable } from '#server/mail/smtpTransport.ts'

/** Carries the outbox to the post office. */
export interface OutboxWorker {
  /** Tries everything that is due now, and waits for what was under way. */
  now(): Promise<void>
  /** Finishes the mails that are under way, and takes no more. */
  stop(): Promise<void>
}

/** Mails sent side by side. */
const PLACES = 4
/** How long one mail may take, in milliseconds. */
export const SHUTDOWN_TIMEOUT_MS = 30_000
/** How long a mail is one process's own, in milliseconds: longer than it may take. */
const LEASE = 2 * SHUTDOWN_TIMEOUT_MS
/** How long to sleep when nothing is due, in milliseconds. */
const PAUSE = 1_000
/** Tries and age after which a mail is given up: about a day, and no use to anybody afterwards. */
const TRIES = 20
const OLDEST = 24 * 3_600_000
const FIRST_WAIT = 5_000
const LONGEST_WAIT = 2 * 3_600_000

/** Starts sending. Any number of processes may do so on one database. */
export function startOutboxWorker(context: Context, post: MailTransport): OutboxWorker {
  const stopping = new AbortController()
  const busy = new Set<Promise<boolean>>()

  /** Each place takes a mail when it is free: one that stalls holds up nobody but itself. */
  async function place(): Promise<void> {
    while (!stopping.signal.aborted) {
      const turn = takeOne(context, post)
      busy.add(turn)
      if (!(await turn.finally(() => busy.delete(turn)))) return
    }
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await place()
      } catch (error) {
        // The database is away: whatever was due then is due later.
        context.log.error({ err: error }, 'the sender could not look')
      }
      await sleep(PAUSE, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = Array.from({ length: PLACES }, run)
  return {
    async now() {
      await Promise.all(Array.from({ length: PLACES }, place))
      while (busy.size > 0) await Promise.allSettled(busy)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Takes a mail that is due and tries it; false when there is none, or it is being taken elsewhere. */
async function takeOne(context: Context, post: MailTransport): Promise<boolean> {
  const now = context.now()
  const until = new Date(now.getTime() + LEASE)
  const [mail] = await leaseMail(context.db, { now, until, count: 1 })
  if (mail) await carry(context, post, mail)
  return mail !== undefined
}

/** One try of one mail. What goes wrong with one is nothing to the others. */
async function carry(context: Context, post: MailTransport, mail: Mail): Promise<void> {
  const { db, log, now } = context
  try {
    if (now().getTime() - mail.at.getTime() > OLDEST) throw new Undeliverable('too old')
    await post.send(mail)
    await markSent(db, mail.id, now())
  } catch (error) {
    const over = error instanceof Undeliverable || mail.tries >= TRIES
    const dueAt = over ? null : new Date(now().getTime() + retryDelay(mail.tries, context.random))
    const lastError = reasonOf(error)
    if (over) log.error({ mail: mail.id, lastError }, 'a mail was given up')
    await markFailed(db, mail, { now: now(), dueAt, lastError })
  }
}

/** 5 s, 10 s, 20 s… up to 2 h, each between half and the whole, so that they do not come back together. */
export function retryDelay(tries: number, random: Context['random']): number {
  const whole = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1))
  return Math.round((whole / 2) * (1 + random(4).readUInt32LE() / 2 ** 32))
}

/** The kind of failure; a server's own words may quote the mail or the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number }
  return [code, responseCode].filter(Boolean).join(' ') || message.slice(0, 80)
}
