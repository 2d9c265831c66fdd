import { carEntry, carReminder } from '#db/tables/car.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { companyDriver } from '#db/tables/companies.ts'
import { bankAccountChange } from '#db/tables/loyalties.ts'
import { contactMessage, notification } from '#db/tables/messaging.ts'
import { exceptionTaken, operatorStation, savedView } from '#db/tables/operators.ts'
import { passkey } from '#db/tables/passkeys.ts'
import { notificationPreference, personRole } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'
import {
  emailChange,
  enrolmentCode,
  secondFactor,
  session,
  verificationCode,
} from '#db/tables/sessions.ts'

/** The tables whose rows concern nothing but the account of their person: they are deleted with it. */
export const ACCOUNT_TABLES = [
  pushSubscription,
  session,
  emailChange,
  bankAccountChange,
  verificationCode,
  secondFactor,
  passkey,
  enrolmentCode,
  personRole,
  operatorStation,
  savedView,
  exceptionTaken,
  notificationPreference,
  notification,
  contactMessage,
  purchaseClaim,
  companyDriver,
  carEntry,
  carReminder,
]
