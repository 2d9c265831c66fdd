import * as z from 'zod/mini'
import { RequestHeader, ResponseHeader } from '#contract/header.ts'
import type { RoleCode } from '#contract/roles.ts'

export type Group = 'user' | 'financial' | 'info' | 'loyalty' | 'payments' | 'operator' | 'station'
type Shape = Readonly<Record<string, z.core.$ZodType>>

/** Who may call: anybody, anybody with a session, or only some roles. */
export type Access = 'open' | 'signedIn' | readonly RoleCode[]

/** What both sides promise about one call, `POST {base}{group}/process/{name}`. */
export interface Service<
  Req extends Shape = Shape,
  Res extends Shape = Shape,
  Who extends Access = Access,
> {
  readonly group: Group
  readonly name: string
  readonly access: Who
  /** A call that changes something is remembered: its repeat gets the first answer again. */
  readonly changes: boolean
  /** A decision: refused until the caller's session has shown a second factor. */
  readonly secondFactor: boolean
  /** The fields beside `requestHeader`. */
  readonly request: z.ZodMiniObject<Req>
  /** The fields beside `responseHeader`; absent when the code is not 00. */
  readonly response: z.ZodMiniObject<Res>
}

/** Declares a call. Everything that knows it (server, app, house rules) reads this one object. */
export function service<
  const Req extends Shape,
  const Res extends Shape,
  const Who extends Access,
>(promise: {
  group: Group
  name: string
  access: Who
  changes?: boolean
  secondFactor?: boolean
  request: Req
  response: Res
}): Service<Req, Res, Who> {
  return {
    changes: false,
    secondFactor: false,
    ...promise,
    request: z.object(promise.request) as z.ZodMiniObject<Req>,
    response: z.object(promise.response) as z.ZodMiniObject<Res>,
  }
}

/** What a caller writes. */
export type RequestOf<S extends Service> = z.input<S['request']>
/** What a handler reads, after the contract's defaults. */
export type ParsedRequestOf<S extends Service> = z.output<S['request']>
/** What a handler answers and a screen reads. */
export type AnswerOf<S extends Service> = z.output<S['response']>

/** The path of a call below the base address. */
export const pathOf = ({ group, name }: Pick<Service, 'group' | 'name'>) =>
  `${group}/process/${name}`

/** The two envelopes, apart from the fields of a call. */
export const RequestEnvelope = z.looseObject({ requestHeader: RequestHeader })
export const ResponseEnvelope = z.looseObject({ responseHeader: ResponseHeader })
