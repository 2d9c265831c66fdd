import { auditKind } from '#contract/console/auditKind.ts'
import { dayKind } from '#contract/console/dayKind.ts'
import { debtKind } from '#contract/console/debtKind.ts'
import { discrepancyKind } from '#contract/console/discrepancyKind.ts'
import { driverKind } from '#contract/console/driverKind.ts'
import { exceptionKind } from '#contract/console/exceptionKind.ts'
import { importKind } from '#contract/console/importKind.ts'
import { jobKind } from '#contract/console/jobKind.ts'
import { messageKind } from '#contract/console/messageKind.ts'
import type { ObjectKind } from '#contract/console/objectKind.ts'
import { operatorKind } from '#contract/console/operatorKind.ts'
import { paymentKind } from '#contract/console/paymentKind.ts'
import { promotionKind } from '#contract/console/promotionKind.ts'
import { rewardKind } from '#contract/console/rewardKind.ts'
import { ruleKind } from '#contract/console/ruleKind.ts'
import { saleKind } from '#contract/console/saleKind.ts'
import { stationKind } from '#contract/console/stationKind.ts'
import { templateKind } from '#contract/console/templateKind.ts'
import type { RoleCode } from '#contract/roles.ts'

/** The kinds of objects of the console by their name, in the order of the menu. */
export const OBJECT_KINDS = {
  payment: paymentKind,
  debt: debtKind,
  driver: driverKind,
  sale: saleKind,
  station: stationKind,
  exception: exceptionKind,
  message: messageKind,
  template: templateKind,
  promotion: promotionKind,
  rule: ruleKind,
  reward: rewardKind,
  import: importKind,
  discrepancy: discrepancyKind,
  day: dayKind,
  operator: operatorKind,
  job: jobKind,
  audit: auditKind,
} as const satisfies Record<string, ObjectKind>

export type KindName = keyof typeof OBJECT_KINDS
export const KIND_NAMES = Object.keys(OBJECT_KINDS) as [KindName, ...KindName[]]
/** A kind without the names of its own literals. */
export const kindOf = (name: KindName): ObjectKind => OBJECT_KINDS[name]

/** The kinds that a caller with these roles sees. */
export const kindsOf = (roles: readonly RoleCode[]): KindName[] =>
  KIND_NAMES.filter((name) => kindOf(name).roles.some((role) => roles.includes(role)))
