import { linkBase } from '#console/pages.ts'
import { ForgottenPasswordForm } from '#shared/account/ForgottenPasswordForm.tsx'

/** Requests a verification code for a forgotten password; its emailed link opens the console. */
export default function ResetPassword() {
  return <ForgottenPasswordForm link={linkBase()} />
}
