import { type KindName, kindOf, kindsOf } from '#contract/console/objectKinds.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { ADMINISTRADOR, type RoleCode } from '#contract/roles.ts'
import { scopeOf } from '#db/console/operatorScope.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { auditKind } from '#server/console/kinds/auditKind.ts'
import { dayKind } from '#server/console/kinds/dayKind.ts'
import { debtKind } from '#server/console/kinds/debtKind.ts'
import { discrepancyKind } from '#server/console/kinds/discrepancyKind.ts'
import { driverKind } from '#server/console/kinds/driverKind.ts'
import { exceptionKind } from '#server/console/kinds/exceptionKind.ts'
import { importKind } from '#server/console/kinds/importKind.ts'
import { jobKind } from '#server/console/kinds/jobKind.ts'
import { messageKind } from '#server/console/kinds/messageKind.ts'
import { operatorKind } from '#server/console/kinds/operatorKind.ts'
import { paymentKind } from '#server/console/kinds/paymentKind.ts'
import { promotionKind } from '#server/console/kinds/promotionKind.ts'
import { rewardKind } from '#server/console/kinds/rewardKind.ts'
import { ruleKind } from '#server/console/kinds/ruleKind.ts'
import { saleKind } from '#server/console/kinds/saleKind.ts'
import { stationKind } from '#server/console/kinds/stationKind.ts'
import { templateKind } from '#server/console/kinds/templateKind.ts'
import type { Viewer } from '#server/console/viewer.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export const CONSOLE_KINDS: Readonly<Record<KindName, ConsoleKind>> = {
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
}

/** @throws the refusal of a caller whose roles do not see the kind, or may not do the action */
export function assertSees(
  { roles }: { roles: readonly RoleCode[] },
  kind: KindName,
  allowed: readonly RoleCode[] = kindOf(kind).roles,
): void {
  if (!allowed.some((role) => roles.includes(role)))
    throw refuse('Tu usuario no tiene permiso para ver esto.', 'role_missing')
}

/** The roles that are shown personal data, and that do what an action grants to no other role. */
export const ADMINISTRATORS: readonly RoleCode[] = [ADMINISTRADOR]

/** A caller as a kind takes them: with the part of the network that they see now. */
export const viewerOf = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { personId, roles }: Pick<AuthenticatedCaller, 'personId' | 'roles'>,
): Promise<Viewer> => ({
  personId,
  roles,
  now: now(),
  ...(await scopeOf(db, { personId, roles })),
})

/** Takes the link from a value of a kind that the caller does not see: it would lead to a refusal. */
export const seenValue = ({ roles }: { roles: readonly RoleCode[] }) => {
  const seen = kindsOf(roles)
  return ({ link, ...value }: ObjectValue): ObjectValue =>
    link && seen.includes(link.kind) ? { ...value, link } : value
}
