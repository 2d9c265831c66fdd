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
  action_gone: 'The object does not take this action now.',
  unknown_call: 'There is no such call (HTTP 404).',
  not_found: 'It does not exist, or is another person’s.',

  wrong_credentials: 'Email or password of the login are not right.',
  unconfirmed: 'The password is right, but the account is not confirmed (code 86).',
  account_locked: 'The password is right, but an operator has locked the account.',
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
    'The signature was created more than 5 minutes from now (code 88): set the clock by the header `Date`, and sign again.',
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
  last_administrator: 'Nobody else administers the network.',
  not_enough_points: 'The loyalty has fewer points.',
  wrong_spending_code:
    'The spending code of the driver is not right, is older than a minute or was used: ask for the present one.',
  spending_limit: 'The driver allows fewer points with this code.',
  points_without_value: 'The programme takes points for its rewards only.',
  reward_unavailable: 'The reward is not in force, or not at this station.',
  reference_reused: 'The terminal used the reference with other fields.',
  redemption_expired: 'The reservation or the voucher has ended, and its points were given back.',
  redemption_released: 'The points of the reservation or the voucher were given back before.',
  redemption_captured: 'The redemption is captured: it can be reversed, not released.',
  redemption_reversed: 'The redemption was reversed.',
  voucher_used: 'The voucher was used before.',
  card_unusable: 'The number of the loyalty card cannot be used.',
  vehicle_taken: 'The loyalty has a vehicle with this plate.',
  vehicle_limit: 'The loyalty has all the vehicles that it may have.',

  plate_reported:
    'The till reported the plate of the purchase: it cannot be assigned to another car.',
  car_log_full: 'The caller has typed as many entries as one person may.',
  odometer_order:
    'The odometer is below an earlier one, or above a later one: `confirmed` stores it as it is.',
  odometer_jump:
    'The odometer is more than 2,000 km a day above an earlier one: `confirmed` stores it as it is.',
  too_many_views: 'The operator has as many views of the list as one may save.',
  car_reminders_full: 'The caller has as many reminders as one person may.',
  reminder_date: 'The reminder has neither a date nor an odometer, or a new date in the past.',
  reminder_odometer:
    'The car has reached the odometer of the reminder, or one that repeats by kilometres has none.',

  receipt_unreadable: 'The text is not that of the QR code of a fiscal document (CFE) of Uruguay.',
  receipt_no_sale:
    'The document is a credit or debit note, or its sale was voided: it gives no points.',
  receipt_date: 'The document is older than 30 days, or of a day that has not come.',
  receipt_differs: 'The station reported the document with other data.',
  receipt_claimed: 'The document was claimed before: by another person, or with other data.',
  receipt_credited: 'The sale of the document belongs to a loyalty already.',
  claim_decided: 'The claim was answered before.',
  claim_sale: 'The sale cannot be credited: it is unknown, voided or of a loyalty already.',

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

  payment_request_unknown:
    'No payment request has the code, or not exactly one that waits has the terminal and the amount.',
  payment_taken: 'Another person is paying the payment request.',
  too_many_requests: 'Too many payment requests of the terminal wait: take some back.',
  not_paid: 'The payment request is not paid: there is nothing to void.',
  day_open: 'The charge is not settled yet: it can be voided as a whole.',
  payment_too_old: 'The charge is older than the gateway refunds.',
  refund_refused: 'The gateway refused the void or the refund: the charge is as it was.',
  refund_too_large: 'Less than that is left to refund of the charge.',
  day_closed:
    'It is 02:00 of the day after the payment, or later: the charge cannot be voided any more.',
} as const satisfies Record<string, string>
export type RefusalReason = keyof typeof REFUSAL_REASONS
