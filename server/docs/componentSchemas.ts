import { extend, partial, registry, toJSONSchema } from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { Branch } from '#contract/entities/branch.ts'
import { Debt, DebtData } from '#contract/entities/debt.ts'
import { Loyalty, Vehicle } from '#contract/entities/loyalty.ts'
import {
  MembershipRequest,
  MembershipRequestDraft,
  RequestState,
} from '#contract/entities/membershipRequest.ts'
import {
  AccountState,
  MonthOfProduct,
  Movement,
  StatementLine,
} from '#contract/entities/movement.ts'
import { Notification } from '#contract/entities/notification.ts'
import { Payment, PaymentState } from '#contract/entities/payment.ts'
import { GatewayDay, GatewayDiscrepancy } from '#contract/entities/reconciliation.ts'
import { User } from '#contract/entities/user.ts'
import { RegistrationDraft } from '#contract/fields/profile.ts'
import { DeviceInfo, RequestHeader, ResponseHeader, UpdatedList } from '#contract/header.ts'
import { ActiveLoyalty } from '#contract/loyalty/activeMembershipList.ts'
import { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { Currency } from '#contract/money.ts'
import { ContactMessage } from '#contract/operator/contactMessages.ts'
import { Role, RoleCode } from '#contract/roles.ts'

type Json = Record<string, unknown>
type Schema = Parameters<typeof extend>[0]

/** What requests contain, by the name that a generated client gives it. */
const REQUEST_ENTITIES = {
  RequestHeader,
  DeviceInfo,
  RegistrationDraft,
  MembershipRequestDraft,
  DebtData,
}
/** What answers contain. */
const ANSWER_ENTITIES = {
  ResponseHeader,
  UpdatedList,
  User,
  Role,
  RoleCode,
  Loyalty,
  Vehicle,
  Movement,
  AccountState,
  StatementLine,
  MonthOfProduct,
  Branch,
  Notification,
  MembershipRequest,
  RequestState,
  ActiveLoyalty,
  Programme,
  Debt,
  Payment,
  PaymentState,
  Currency,
  ContactMessage,
  GatewayDay,
  GatewayDiscrepancy,
}

/** The name of a call's body among the component schemas. */
export const schemaName = ({ name }: CallContract, body: 'Call' | 'Answer') =>
  `${name[0]?.toUpperCase()}${name.slice(1)}${body}`

/**
 * The component schemas of the document: the entities, and the bodies of every call. The fields of an
 * answer are optional: only one with code 00 has them.
 */
export function componentSchemas(declared: readonly CallContract[]): Json {
  const requests = declared.map((one) => [
    schemaName(one, 'Call'),
    extend(one.request, { requestHeader: RequestHeader }),
  ])
  const answers = declared.map((one) => [
    schemaName(one, 'Answer'),
    extend(partial(one.response), { responseHeader: ResponseHeader }),
  ])
  return {
    ...toComponents({ ...REQUEST_ENTITIES, ...Object.fromEntries(requests) }, 'input'),
    ...toComponents({ ...ANSWER_ENTITIES, ...Object.fromEntries(answers) }, 'output'),
  }
}

function toComponents(named: Record<string, unknown>, io: 'input' | 'output'): Json {
  const names = registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) names.add(schema as Schema, { id })
  const { schemas } = toJSONSchema(names, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    // A later version of the server may answer more fields.
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [
      id,
      schema,
    ]),
  )
}
