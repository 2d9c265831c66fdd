import * as z from 'zod/mini'
import { Vehicle } from '#contract/entities/loyalty.ts'
import {
  answeredBankAccount,
  incompleteError,
  optionalBankAccount,
} from '#contract/fields/bankAccount.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { ClientRut } from '#contract/fields/nationalIds.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { opaqueCode, singleLine, withoutSeparators } from '#contract/fields/text.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { toMark } from '#contract/reference/vehicleMakes.ts'
import { PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'

/** Labels of the states of a membership request. The driver withdrew one that is VOIDED. */
export const REQUEST_STATE_LABELS = {
  PENDING: 'Pendiente de aprobación',
  STATE_UBER_AUTHORIZED: 'Autorizado por Auspiciante',
  STATE_UBER_REJECTED: 'Rechazado por Auspiciante',
  STATE_PETROBRAS_AUTHORIZED: 'Autorizado por Disa',
  STATE_PETROBRAS_REJECTED: 'Rechazado por Disa',
  VOIDED: 'Retirado',
} as const
export type RequestState = keyof typeof REQUEST_STATE_LABELS
export const REQUEST_STATES = Object.keys(REQUEST_STATE_LABELS) as [RequestState]
/** State of a membership request. */
export const RequestState = z.enum(REQUEST_STATES)

export type DecidedState = Exclude<RequestState, 'PENDING' | 'VOIDED'>

/** A decision on a request: the sponsor's or the network's. */
export type Decision = 'sponsorDecide' | 'networkDecide'
export type RequestStep = 'withdraw' | Decision

/**
 * The states in which each step is allowed. A request to a programme without a sponsor goes straight
 * to the network. The server enforces this table and the screens disable their buttons by it.
 */
const ALLOWED_STEPS: Record<
  RequestStep,
  Record<'sponsored' | 'unsponsored', readonly RequestState[]>
> = {
  withdraw: { sponsored: ['PENDING'], unsponsored: ['PENDING'] },
  sponsorDecide: { sponsored: ['PENDING'], unsponsored: [] },
  networkDecide: { sponsored: ['STATE_UBER_AUTHORIZED'], unsponsored: ['PENDING'] },
}

/** The role that takes each decision, and the states that it leads to. */
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

/** The facts of a request on which the rules depend. */
interface DecisionContext {
  state: RequestState
  /** Whether the programme has a sponsor; then the sponsor decides first. */
  sponsored: boolean
  /** Whether the request is the caller's own; deciding it is not allowed. */
  own: boolean
}

const isAllowed = (step: RequestStep, { state, sponsored }: DecisionContext) =>
  ALLOWED_STEPS[step][sponsored ? 'sponsored' : 'unsponsored'].includes(state)

export const mayWithdraw = (request: DecisionContext) =>
  request.own && isAllowed('withdraw', request)

/** The decision that a caller with these roles may take now; undefined when there is none. */
export function decisionFor(
  request: DecisionContext,
  roles: readonly RoleCode[],
): Decision | undefined {
  if (request.own) return undefined
  return (['sponsorDecide', 'networkDecide'] as const).find(
    (step) => roles.includes(decisions[step].role) && isAllowed(step, request),
  )
}

const isFuel = (fuel: string) => PRODUCTS.some((product) => product.isFuel && product.code === fuel)
const MARK = 'Elegí la marca o escribila.'
const PLATE = 'La matrícula lleva tres letras y tres o cuatro números, por ejemplo SBA 1234.'
const CARD = 'El número de tarjeta tiene entre 6 y 16 dígitos.'

/** The vehicle of a membership request, or one that is added to a loyalty. */
export const VehicleDraft = lazyObject(
  () => ({
    /** Make of the vehicle: a code of the reference lists, or the name of another make. */
    mark: singleLine(40, 'La marca', MARK).check(
      z.overwrite(toMark),
      z.regex(/[\p{L}\p{N}]/u, MARK),
    ),
    /**
     * Plate: three letters and three or four digits; spaces, dots, hyphens and case are ignored.
     */
    plate: z.string(PLATE).check(
      z.maxLength(20, PLATE),
      z.overwrite((plate) => withoutSeparators(plate).toUpperCase()),
      z.regex(/^[A-Z]{3}\d{3,4}$/, PLATE),
    ),
    /** Code of a fuel, of the reference lists. */
    fuel: z.string('Elegí el combustible.').check(z.refine(isFuel, 'Elegí el combustible.')),
  }),
  'Contanos de tu vehículo: marca, matrícula y combustible.',
)

/** A driver's request for a loyalty in a programme. */
export const MembershipRequestDraft = lazyObject(
  () => ({
    /** Code of the programme, of `programmes` in the answer of `membershipRequestList`. */
    programme: opaqueCode(40, 'Elegí un programa.'),
    vehicle: VehicleDraft,
    /** RUT of the company that is billed, separators allowed; empty for none. */
    clientRUT: ClientRut,
    /** Number of the card of an ended loyalty of the driver; empty for a new card. */
    clientCardNumber: withDefault(
      z.string(CARD).check(
        z.maxLength(30, CARD),
        z.overwrite(withoutSeparators),
        z.regex(/^(\d{6,16})?$/, CARD),
        z.refine(
          (card) => !/^[2-6]\d{11}/.test(card),
          'Ese número parece de una tarjeta de banco: va el de tu tarjeta Surtidor.',
        ),
      ),
      '',
    ),
    ...optionalBankAccount(),
  }),
  'Contanos qué pedís: programa y vehículo.',
  z.refine(
    (draft) => incompleteError(draft) === null,
    'Completá el banco, el tipo y el número de la cuenta.',
  ),
)
export type MembershipRequestDraft = z.infer<typeof MembershipRequestDraft>

/** A membership request, as `membershipRequestList` lists it. */
export const MembershipRequest = lazyObject(() => ({
  /** Reference of the request: `SOL-` and 12 letters and digits. */
  reference: z.string(),
  state: RequestState,
  /** When the request was sent, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Code of the programme. */
  programme: z.string(),
  /** Name of the programme, in Spanish. */
  programmeName: z.string(),
  /** Whether the programme has a sponsor; then the sponsor decides first. */
  sponsored: z.boolean(),
  /** Whether it is the caller's own request. */
  own: z.boolean(),
  /** Name of the driver. */
  holder: z.string(),
  /** Cédula of the driver, 8 digits; empty for a role that does not decide on the request. */
  documentNumber: z.string(),
  /** Email of the driver; empty for a role that does not decide on the request. */
  email: z.string(),
  /** Mobile of the driver in E.164; empty for a role that does not decide on the request. */
  mobile: z.string(),
  vehicle: z.omit(Vehicle, { vehicleId: true }),
  /** RUT of the company that is billed, 12 digits; empty when there is none. */
  clientRUT: z.string(),
  /** Number of the card that the driver keeps; empty for a new card. */
  clientCardNumber: z.string(),
  /** Bank account of the driver; all five fields are empty for a sponsor. */
  ...answeredBankAccount,
  /**
   * The most recent of the observations of the sponsor, of the network and of the driver; empty
   * when there are none.
   */
  observations: z.string(),
  /** Observations with the sponsor's decision; empty when there are none. */
  sponsorObservations: z.string(),
  /** Observations with the network's decision; empty when there are none. */
  networkObservations: z.string(),
  /**
   * Observations with which the driver withdrew the request or ended the loyalty; empty when there
   * are none.
   */
  leavingObservations: z.string(),
  /** When the sponsor decided, `yyyyMMddHHmmss` in Montevideo; empty before it. */
  sponsorDatetime: z.string(),
  /** When the network decided, `yyyyMMddHHmmss` in Montevideo; empty before it. */
  networkDatetime: z.string(),
  /**
   * Name of the operator who decided for the sponsor; empty for the driver, and before the
   * decision.
   */
  sponsorName: z.string(),
  /**
   * Name of the operator who decided for the network; empty for the driver, and before the
   * decision.
   */
  networkName: z.string(),
}))
export type MembershipRequest = z.infer<typeof MembershipRequest>
