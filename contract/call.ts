import type * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import type { RoleCode } from '#contract/roles.ts'

/** First segment of a call's path. */
type Group =
  | 'user'
  | 'push'
  | 'financial'
  | 'info'
  | 'loyalty'
  | 'payments'
  | 'operator'
  | 'station'
  | 'passkey'
  | 'car'
/** The largest body of a call that declares no other limit, in bytes. */
export const BODY_LIMIT = 16 * 1024
type Shape = Readonly<Record<string, z.core.$ZodType>>

/**
 * Access rule of a call: `open` needs no session, `signedIn` a session of any role, a list a session
 * with at least one of these roles, and `terminal` the signature of a station's terminal (RFC 9421).
 * Without a valid session or signature the answer is 88, without the role 05.
 */
type Access = 'open' | 'signedIn' | 'terminal' | readonly RoleCode[]

/** Declaration of one call: `POST {base}{group}/process/{name}`. */
export interface CallContract<
  Req extends Shape = Shape,
  Res extends Shape = Shape,
  Rule extends Access = Access,
> {
  readonly group: Group
  /** Last segment of the path; also the name of the contract, of the handler and of their files. */
  readonly name: string
  readonly access: Rule
  /**
   * The call is idempotent: the first answer to a session or terminal, `auditNumber` and fields is
   * stored, and a repeat gets it again without another effect. The same number with other fields gets 05.
   */
  readonly changes: boolean
  /**
   * The answer may come from a replica, some seconds old but for the caller's own changes
   * (`DATABASE_READ_URL`). For calls that only show: nothing is decided by them.
   */
  readonly mayBeStale: boolean
  /** The answer may be held back for seconds: such calls take no places of others (`admission.ts`). */
  readonly isHeld: boolean
  /**
   * The call is open to a session that has not shown its second factor; every other call answers 05
   * until then (`awaitsSecondFactor`).
   */
  readonly beforeSecondFactor: boolean
  /**
   * The largest body in bytes; a longer one gets HTTP 413. Only a call whose longest fields do not fit
   * in `BODY_LIMIT` declares more: a body is parsed before its session is known.
   */
  readonly maxBody: number
  /** The fields beside `requestHeader`. */
  readonly request: z.ZodMiniObject<Req>
  /** The fields beside `responseHeader`; absent when the code is not 00. */
  readonly response: z.ZodMiniObject<Res>
}

const NO_FIELDS = {}

/** Declares a call. Server, client, OpenAPI page and architecture test all read this object. */
export function defineCall<
  const Rule extends Access,
  const Req extends Shape = typeof NO_FIELDS,
  const Res extends Shape = typeof NO_FIELDS,
>(
  group: Group,
  name: string,
  declaration: {
    access: Rule
    changes?: boolean
    mayBeStale?: boolean
    isHeld?: boolean
    beforeSecondFactor?: boolean
    maxBody?: number
    request?: () => Req
    response?: () => Res
  },
): CallContract<Req, Res, Rule> {
  let request: z.ZodMiniObject<Req> | undefined
  let response: z.ZodMiniObject<Res> | undefined
  return {
    group,
    name,
    changes: false,
    mayBeStale: false,
    isHeld: false,
    beforeSecondFactor: false,
    maxBody: BODY_LIMIT,
    ...declaration,
    get request() {
      return (request ??= lazyObject(declaration.request ?? (() => NO_FIELDS as Req)))
    },
    get response() {
      return (response ??= lazyObject(declaration.response ?? (() => NO_FIELDS as Res)))
    },
  }
}

/** Fields of a request as the caller sends them. */
export type RequestOf<S extends CallContract> = z.input<S['request']>
/** Fields of a request as the handler gets them: parsed, with defaults. */
export type ParsedRequestOf<S extends CallContract> = z.output<S['request']>
/** Fields of a successful answer. */
export type AnswerOf<S extends CallContract> = z.output<S['response']>

/** The path of a call below the base address, without a leading slash. */
export const pathOf = ({ group, name }: Pick<CallContract, 'group' | 'name'>) =>
  `${group}/process/${name}`

/**
 * Whether nothing is decided by the answers to a call: they are only shown. A client whose contracts are
 * those of the server takes them without a check; what payments are made from is always checked.
 */
export const onlyShows = ({ group, access, changes, beforeSecondFactor }: CallContract): boolean =>
  group !== 'payments' && access !== 'open' && !changes && !beforeSecondFactor
