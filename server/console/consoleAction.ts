import type { AnswerOf } from '#contract/call.ts'
import type { ObjectAction } from '#contract/console/objectPage.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import type { actOnObject, SentFile } from '#contract/operator/actOnObject.ts'
import type { RoleCode } from '#contract/roles.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { checkConfirmedFactor, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { field, type TypedField } from '#server/console/actionFields.ts'
import type { Viewer } from '#server/console/viewer.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller, CallWork } from '#server/http/defineHandler.ts'
import { refuseAndCommit } from '#server/http/errors.ts'

/** Who acts on which object. */
interface ActionCall {
  context: Context
  caller: AuthenticatedCaller
  viewer: Viewer
  /** Id of the object; empty for an action of a list. */
  id: string
}
/** What was typed, by the names of the fields. */
interface Typed {
  typed: Readonly<Record<string, string>>
  file: SentFile | undefined
}

/** What an action is done with, in the transaction of its call. */
export interface Acting<Values = unknown, Prepared = unknown>
  extends ActionCall,
    Pick<CallWork<unknown>, 'tell' | 'afterCommit'> {
  values: Values
  prepared: Prepared
  /** @returns an id for what the action makes */
  newId: () => string
}

/** A file with its bytes in base64. */
export type Download = NonNullable<AnswerOf<typeof actOnObject>['download']>

/** What was done, in a sentence, with the object that it made and the facts of its audit entry. */
export type Done =
  | string
  | {
      outcome: string
      madeId?: string
      detail?: Readonly<Record<string, string | number | boolean>>
      /** A code that is told once. */
      code?: string
      /** A file for the operator, as the answer has it. */
      download?: Download
      /** What the audit entry is about, instead of the object. */
      subject?: string
    }

type Fields = Readonly<Record<string, TypedField<unknown>>>
type NoFields = Readonly<Record<string, never>>
/** What was typed in fields, as they read it. */
export type ActionValues<F extends Fields> = {
  readonly [Name in keyof F]: ReturnType<F[Name]['read']>
}

interface Declaration<F extends Fields, Prepared>
  extends Pick<ObjectAction, 'label' | 'question' | 'toldOnce' | 'inline'> {
  /** A subset of the kind's roles; left out: administrators alone. */
  roles?: readonly RoleCode[]
  /** Whether it cannot be undone; left out: it can. */
  danger?: boolean
  /** Whether it can be done with several rows of the list, one after the other. */
  forRows?: boolean
  fields?: F
  /** Whether the operator's second factor is asked for again: the cookie of a session alone does not do it. */
  secondFactor?: boolean
  /** Runs before the transaction of the call. @throws a refusal */
  prepare?: (request: ActionCall & { values: ActionValues<F> }) => Promise<Prepared>
  /** The action of the audit entry; left out: what `run` calls appends it. */
  audit?: string
  /**
   * Acts; `context.db` is the transaction of the call.
   * @throws a refusal that says what to do
   */
  run: (acting: Acting<ActionValues<F>, Prepared>) => Promise<Done>
}

/** An action of a kind, as the calls use it: the types of its values are its own. */
export interface ConsoleAction
  extends Pick<ObjectAction, 'label' | 'question' | 'danger' | 'toldOnce' | 'inline' | 'fields'>,
    Pick<Declaration<Fields, unknown>, 'roles' | 'forRows'> {
  /** Prepares the action. @returns what does it in the transaction of the call */
  begin: (
    request: ActionCall & Typed,
  ) => Promise<
    (
      call: Pick<CallWork<unknown>, 'tell' | 'afterCommit'> & { context: Context },
    ) => Promise<{ outcome: string; madeId: string; code?: string; download?: Download }>
  >
}

const FACTOR = field(
  'secondFactor',
  {
    label: 'Código de tu segundo factor',
    hint: 'El de la app de códigos, aunque ya hayas ingresado.',
    missing: 'Escribí el código de tu segundo factor.',
  },
  TotpCode,
)

/** Declares an action: its form, the reader of its fields, the second factor and the audit entry. */
export function action<const F extends Fields = NoFields, Prepared = undefined>(
  declaration: Declaration<F, Prepared>,
): ConsoleAction {
  const {
    fields = {} as F,
    secondFactor,
    prepare,
    audit,
    run,
    danger = false,
    ...shown
  } = declaration
  const form = Object.entries({ ...fields, ...(secondFactor && { code: FACTOR }) })
  const valuesOf = ({ typed, file }: Typed) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { read }]) => [name, read(typed[name] ?? '', file)]),
    ) as ActionValues<F>
  return {
    ...shown,
    danger,
    fields: form.map(([name, typed]) => ({ name, ...typed.shown })),
    async begin(request) {
      const prepared = prepare && (await prepare({ ...request, values: valuesOf(request) }))
      return async (call) => {
        const values = valuesOf(request)
        const acting = { ...request, ...call, values, prepared: prepared as Prepared }
        if (secondFactor) await checkFactor(acting, request.typed.code)
        const { context, viewer, id } = acting
        const done = await run({ ...acting, newId: () => uuidFrom(context.random(16)) })
        const {
          outcome,
          madeId = '',
          detail = {},
          code,
          download,
          subject = id || madeId,
        } = typeof done === 'string' ? { outcome: done } : done
        if (audit) {
          const { personId: actorId, now: at } = viewer
          await appendAuditEntry(context.db, { actorId, action: audit, subject, detail, at })
        }
        return { outcome, madeId, ...(code && { code }), ...(download && { download }) }
      }
    },
  }
}

/** A wrong code is counted as at the login. @throws a refusal of the code */
async function checkFactor({ context, caller }: ActionCall, typed = ''): Promise<void> {
  const code = FACTOR.read(typed, undefined)
  await inOwnTransaction(context, caller, async (tx, person) => {
    if (!(await checkConfirmedFactor(context, tx, { person, caller }, code)))
      throw refuseAndCommit(WRONG_CODE, 'wrong_second_factor')
  })
}
