import { ResetPasswordForm } from '#app/parts/account/ResetPasswordForm.tsx'

/** Where the mail's link leads in a browser, also in one where somebody is signed in. */
export default function ResetPwdWeb() {
  return <ResetPasswordForm />
}
