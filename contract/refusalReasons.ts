/**
 * The words of `responseHeader.reason`, with what each says to an integrator (`/docs`). A word is
 * stable, its sentence is not: programs compare the word. A refusal that no program has to tell from
 * others has none.
 */
export const REFUSAL_REASONS = {
  invalid_request: 'A field is missing, or has not the expected form.',
  card_number: 'The request contains a card number, which belongs on the page of the gateway only.',
  audit_number_reused:
    'The audit number was used in this session, or by this terminal, with another call or other fields.',
  role_missing: 'The role of the caller may not make this call.',
  session_ended:
    'The session was ended, or exists no more: it did not expire (code 88). A device removes what it keeps of the person.',
  too_many: 'There were too many requests (HTTP 429): `Retry-After` says when to go on.',
  unknown_call: 'There is no such call (HTTP 404).',
  not_found: 'It does not exist, or is another person’s.',

  wrong_credentials: 'Email or password of the login are not right.',
  unconfirmed: 'The password is right, but the account is not confirmed (code 86).',
  use_a_browser: 'Operators log in from a browser, not from the phone app.',
  wrong_password: 'The current password of the account is not right.',
  password_required: 'The session is not recent: the current password is needed too.',
  weak_password: 'The new password is easy to guess: another one is needed.',
  wrong_code: 'The code of the email is not right, was used or has expired.',
  link_used: 'The link of the email was used.',
  link_expired: 'The link of the email has expired.',

  second_factor_missing: 'The session has to show its second factor before any other call.',
  second_factor_first: 'This call needs the second factor that the account has to be shown first.',
  second_factor_required: 'The code of the second factor that is replaced is missing.',
  wrong_second_factor: 'Code or passkey of the second factor is not right, or was used.',
  enrolment_code_required: 'The activation code of the first second factor is missing.',
  wrong_enrolment_code: 'The activation code is not right, was used or has expired.',
  only_second_factor: 'It is the only second factor of an operator: it cannot be removed.',

  signature_missing: 'The call has no signature with all that it has to cover (code 88).',
  digest_mismatch: 'The `Content-Digest` has no SHA-256 of the body (code 88).',
  unknown_key: 'The key of the signature is unknown, was revoked or has ended (code 88).',
  bad_signature: 'The signature is not that of the message by its key (code 88).',
  wrong_clock:
    'The signature was created more than 5 minutes from now: set the clock by the header `Date`, and sign again.',
  nonce_differs: 'The `nonce` of the signature is not the audit number.',
  key_used: 'This public key was used before: make another one.',
  key_limit: 'The terminal has two keys in force: one has to end first.',

  passkey_unknown: 'No account has this passkey: the device may forget it.',
  passkey_refused: 'The passkey could not be verified.',
  passkey_copied: 'The counter of the passkey did not advance: a copy may be in use.',
  passkey_limit: 'The account has all the passkeys that it may have.',
  challenge_expired: 'The challenge of the passkey has expired: ask for another one.',
  challenge_used: 'The challenge of the passkey was used: ask for another one.',

  email_taken: 'The address belongs to another account.',
  invalid_mobile: 'The mobile number does not exist in the numbering plan of its country.',
  invalid_birthdate: 'The birthdate is not accepted for an account, or can no longer be corrected.',

  request_pending: 'The person has a request that waits.',
  already_member: 'The person has a loyalty in this programme.',
  request_decided: 'The request no longer waits for this decision.',
  own_request: 'Nobody decides on their own request.',
  not_enough_points: 'The loyalty has fewer points.',
  card_unusable: 'The number of the loyalty card cannot be used.',
  vehicle_taken: 'The loyalty has a vehicle with this plate.',
  vehicle_limit: 'The loyalty has all the vehicles that it may have.',

  underage: 'The person is too young to pay by card.',
  debt_changed: 'The debt is not as the request says: read the list again.',
  debt_voided: 'The debt was voided: there is nothing to pay.',
  debt_paid: 'The debt is paid.',
  payment_pending: 'There is a payment whose outcome is not known yet.',
  payment_expired: 'The time to pay is over, and nothing was charged.',
  gateway_unavailable:
    'The gateway did not answer or did not open the payment; nothing was charged.',
  invalid_gateway_response:
    'The response of the gateway is not readable, not authentic or of another payment.',
} as const satisfies Record<string, string>
export type RefusalReason = keyof typeof REFUSAL_REASONS
