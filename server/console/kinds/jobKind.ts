import { JOB_LABELS, type JobState, QUEUE_LABELS } from '#contract/console/jobKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { jobsLike, type StoredJob } from '#db/console/jobs.ts'
import { inTransaction, sqlState } from '#db/core/connection.ts'
import { isUuid } from '#db/core/uuid.ts'
import type { QueueName } from '#db/jobs/queueDefinitions.ts'
import type { Acting, ConsoleAction, ConsoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const LABELS: Record<QueueName, string> = QUEUE_LABELS
const TONES = {
  created: 'neutral',
  retry: 'warn',
  active: 'brand',
  completed: 'good',
  cancelled: 'neutral',
  failed: 'bad',
} as const satisfies Record<JobState, ObjectValue['tone']>
const stateOf = ({ state }: StoredJob) => ({ text: JOB_LABELS[state], tone: TONES[state] })
const stampOf = (at: number | null): ObjectValue =>
  at === null ? { text: '' } : { stamp: toStamp(new Date(at)) }
/** The number of the try: of one that has not begun it is the next. */
const triesOf = ({ retries, retryLimit }: StoredJob) => `${retries + 1} de ${retryLimit + 1}`

/** The background jobs, each with its tries and what came of it. */
export const jobKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { queue = '', state = '' }, count, after }) {
    return (await jobsLike(db, { queue, state }, { count, after })).map((job) => ({
      id: job.id,
      cursor: { at: new Date(Math.floor(job.createdAt)), id: job.id },
      cells: [
        { text: LABELS[job.queue] },
        { text: triesOf(job) },
        stampOf(job.createdAt),
        stampOf(job.startAfter),
        stateOf(job),
      ],
    }))
  },

  async page(db, id) {
    const [job] = isUuid(id) ? await jobsLike(db, { id }, { count: 1 }) : []
    if (!job) return null
    const { sourceQueue, sourceId } = job
    return {
      title: LABELS[job.queue],
      badges: [stateOf(job)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Intento', value: { text: triesOf(job) } },
            { name: 'Creado', value: stampOf(job.createdAt) },
            { name: 'Para cuándo', value: stampOf(job.startAfter) },
            { name: 'Empezó', value: stampOf(job.startedAt) },
            { name: 'Terminó', value: stampOf(job.completedAt) },
            { name: 'Resultado', value: { text: outputText(job) } },
            ...(sourceQueue && sourceId
              ? [
                  {
                    name: 'Lo abandonado',
                    value: {
                      text: LABELS[sourceQueue],
                      link: { kind: 'job' as const, id: sourceId },
                    },
                  },
                ]
              : []),
          ],
        },
      ],
      tables: [],
      timeline: await historyOf(db, { kind: 'job', id }, []),
      actions: [...actionsOf(job), 'note'],
    }
  },

  actions: {
    retry: {
      label: 'Intentar de nuevo',
      question: 'El trabajo vuelve a la cola y corre enseguida.',
      danger: false,
      forRows: true,
      fields: [],
      run: async (acting) => await change(acting, 'retryJob', 'Volvió a la cola.'),
    },
    cancel: {
      label: 'Cancelar',
      question: 'El trabajo no corre. No se puede deshacer.',
      danger: true,
      forRows: true,
      fields: [],
      run: async (acting) => await change(acting, 'cancelJob', 'El trabajo quedó cancelado.'),
    },
    note: noteAction('job'),
  } satisfies Record<string, ConsoleAction>,
}

/** An email is never cancelled, and one that was given up has lost its text: nothing would be sent. */
function actionsOf({ queue, state }: StoredJob): string[] {
  if (queue === 'mail' || queue === 'given_up') return []
  if (state === 'failed') return ['retry']
  return state === 'created' || state === 'retry' ? ['cancel'] : []
}

/** Failures and results as programs write them: names and numbers, no personal data. */
const outputText = ({ output }: StoredJob): string =>
  Object.entries(output ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')

async function change(
  { context: { db, jobs }, viewer, id }: Acting,
  action: 'retryJob' | 'cancelJob',
  outcome: string,
): Promise<string> {
  try {
    await inTransaction(db, async (tx) => {
      const [job] = await jobsLike(tx, { id }, { count: 1, locked: true })
      if (!job || !actionsOf(job).includes(action === 'retryJob' ? 'retry' : 'cancel'))
        throw refuse('El trabajo ya no está así: actualizá la página.', 'action_gone')
      await jobs[action](tx, job.queue, id)
      const { personId: actorId, now: at } = viewer
      await appendAuditEntry(tx, { actorId, action, subject: id, detail: { queue: job.queue }, at })
    })
  } catch (error) {
    // Some queues hold one job at a time.
    if (sqlState(error) === '23505')
      throw refuse('Ya hay otro igual en cola: ese hace lo mismo.', 'action_gone')
    throw error
  }
  return outcome
}
