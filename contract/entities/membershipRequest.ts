import * as z from 'zod/mini'
import { parseRut } from '#contract/fields/nationalIds.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { optionalBankAccount, isCompleteBankAccount } from '#contract/fields/bankAccount.ts'
import { Stamp } from '#contract/money.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** Where a request stands; what a person reads is in `STATE_LABELS`. */
export const REQUEST_STATES = [
  'PENDING',
  'STATE_UBER_AUTHORIZED',
  'STATE_UBER_REJECTED',
  'STATE_PETROBRAS_AUTHORIZED',
  'STATE_PETROBRAS_REJECTED',
  'VOIDED',
] as const
export const RequestState = z.enum(REQUEST_STATES)
export type RequestState = z.infer<typeof RequestState>

/** A state that a decision leads to. */
export type DecidedState = Exclude<RequestState, 'PENDING' | 'VOIDED'>

export type Decision = 'sponsorDecide' | 'networkDecide'
export type RequestStep = 'withdraw' | Decision

/**
 * The states in which each step may be taken. A programme without a sponsor goes straight to the
 * network. The server enforces this table and the screens grey their buttons by it.
 */
export const ALLOWED_STEPS: Record<
  RequestStep,
  Record<'sponsored' | 'unsponsored', readonly RequestState[]>
> = {
  withdraw: { sponsored: ['PENDING'], unsponsored: ['PENDING'] },
  sponsorDecide: { sponsored: ['PENDING'], unsponsored: [] },
  networkDecide: { sponsored: ['STATE_UBER_AUTHORIZED'], unsponsored: ['PENDING'] },
}

/** Whose each decision is, and where its yes and its no lead. */
export const decisions: Record<
  Decision,
  { role: RoleCode; authorized: DecidedState; rejected: DecidedState }
> = {
  sponsorDecide: {
    role: UBER,
    authorized: 'STATE_UBER_AUTHORIZED',
    rejected: 'STATE_UBER_REJECTED',
  },
  networkDecide: {
    role: PETROBRAS,
    authorized: 'STATE_PETROBRAS_AUTHORIZED',
    rejected: 'STATE_PETROBRAS_REJECTED',
  },
}

/** What the rules ask of a request. */
export interface DecisionContext {
  state: RequestState
  /** Whether its programme has a sponsor, who decides first. */
  sponsored: boolean
  /** Whether it is the caller's own: nobody decides their own request. */
  own: boolean
}

const allows = (step: RequestStep, { state, sponsored }: DecisionContext) =>
  ALLOWED_STEPS[step][sponsored ? 'sponsored' : 'unsponsored'].includes(state)

export const mayWithdraw = (request: DecisionContext) => request.own && allows('withdraw', request)

/** The decision that a person of these roles may make now; undefined: none. */
export function decisionFor(
  request: DecisionContext,
  roles: readonly RoleCode[],
): Decision | undefined {
  if (request.own) return undefined
  return (['sponsorDecide', 'networkDecide'] as const).find(
    (step) => roles.includes(decisions[step].role) && allows(step, request),
  )
}

const bare = (text: string) => text.replaceAll(/[\s.-]/g, '')
const isFuel = (fuel: string) => PRODUCTS.some((product) => product.isFuel && product.code === fuel)
const PLATE = 'La matrícula lleva tres letras y tres o cuatro números, por ejemplo SBA 1234.'
const RUT = 'El RUT tiene doce dígitos.'
const CARD = 'El número de tarjeta tiene entre 6 y 16 dígitos.'

export const VehicleDraft = z.object(
  {
    /** A code of the list of makes. */
    mark: z
      .string('Elegí la marca.')
      .check(
        z.refine((mark) => VEHICLE_MAKES.some((make) => make.code === mark), 'Elegí la marca.'),
      ),
    /** Three letters and three or four digits, as on the road; spaces, hyphens and case do not count. */
    plate: z.string(PLATE).check(
      z.maxLength(20, PLATE),
      z.overwrite((plate) => bare(plate).toUpperCase()),
      z.regex(/^[A-Z]{3}\d{3,4}$/, PLATE),
    ),
    /** A fuel code of `reference/stationServices.ts`. */
    fuel: z.string('Elegí el combustible.').check(z.refine(isFuel, 'Elegí el combustible.')),
  },
  'Contanos de tu vehículo: marca, matrícula y combustible.',
)

/** What a driver asks for: a place in a programme. */
export const MembershipRequestDraft = z
  .object(
    {
      programme: opaqueCode(40, 'Elegí un programa.'),
      vehicle: VehicleDraft,
      /** The company's, when the driver bills to one. */
      clientRUT: withDefault(
        z.string(RUT).check(
          z.maxLength(30, RUT),
          z.overwrite(bare),
          z.refine(
            (rut) => rut === '' || parseRut(rut) !== null,
            'Ese RUT no es válido: revisá sus doce dígitos.',
          ),
        ),
        '',
      ),
      /** The programme's own plastic card, when the driver holds one already. */
      clientCardNumber: withDefault(
        z.string(CARD).check(
          z.maxLength(30, CARD),
          z.overwrite(bare),
          z.regex(/^(\d{6,16})?$/, CARD),
          z.refine(
            (card) => !/^[2-6]\d{11}/.test(card),
            'Ese número parece de una tarjeta de banco: va el de tu tarjeta Surtidor.',
          ),
        ),
        '',
      ),
      ...optionalBankAccount,
    },
    'Contanos qué pedís: programa y vehículo.',
  )
  .check(z.refine(isCompleteBankAccount, 'Completá el banco, el tipo y el número de la cuenta.'))
export type MembershipRequestDraft = z.infer<typeof MembershipRequestDraft>

/** A request as whoever may see it sees it. */
export const MembershipRequest = z.object({
  reference: z.string(),
  state: RequestState,
  datetime: Stamp,
  programme: z.string(),
  programmeName: z.string(),
  sponsored: z.boolean(),
  own: z.boolean(),
  /** The driver's name. */
  holder: z.string(),
  vehicle: z.object({ mark: z.string(), plate: z.string(), fuel: z.string() }),
  clientRUT: z.string(),
  clientCardNumber: z.string(),
  /** The account is the driver's and the network's business: a sponsor gets it empty. */
  accountBank: z.string(),
  accountBankType: z.string(),
  accountBankNumber: z.string(),
  accountBankBranch: z.string(),
  accountName: z.string(),
  /** The latest words that anybody said about it. */
  observations: z.string(),
  /** What each had to say: sponsor, network, and the driver who withdrew it or left; empty: nothing. */
  sponsorObservations: z.string(),
  networkObservations: z.string(),
  leavingObservations: z.string(),
  /** When each decided, as a stamp; empty: not yet. */
  sponsorDatetime: z.string(),
  networkDatetime: z.string(),
})
export type MembershipRequest = z.infer<typeof MembershipRequest>
