CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_head_is_one" CHECK ("audit_head"."one")
);
--> statement-breakpoint
CREATE TABLE "ledger_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text,
	"programme" text,
	"balance" bigint,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_hash" "bytea",
	CONSTRAINT "ledger_account_loyalty_code_unique" UNIQUE("loyalty_code"),
	CONSTRAINT "ledger_account_programme_unique" UNIQUE("programme"),
	CONSTRAINT "ledger_account_kind" CHECK (("ledger_account"."loyalty_code" is null) = ("ledger_account"."balance" is null) and ("ledger_account"."loyalty_code" is null) <> ("ledger_account"."programme" is null)),
	CONSTRAINT "ledger_account_never_below_zero" CHECK ("ledger_account"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"transaction_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	"seq" integer,
	"balance" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	"hash" "bytea",
	CONSTRAINT "ledger_entry_transaction_id_account_id_pk" PRIMARY KEY("transaction_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_transaction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"event_id" text NOT NULL,
	"concept" text NOT NULL,
	"rrn" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_account_change" (
	"person_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"earlier" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "bank_account_change_person_id_number_pk" PRIMARY KEY("person_id","number")
);
--> statement-breakpoint
CREATE TABLE "loyalty" (
	"code" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"programme" text NOT NULL,
	"holder" text NOT NULL,
	"client_rut" text DEFAULT '' NOT NULL,
	"client_card_number" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"request_reference" text,
	"account_bank" text DEFAULT '' NOT NULL,
	"account_bank_type" text DEFAULT '' NOT NULL,
	"account_bank_number" text DEFAULT '' NOT NULL,
	"account_bank_branch" text DEFAULT '' NOT NULL,
	"account_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "loyalty_request_reference_unique" UNIQUE("request_reference")
);
--> statement-breakpoint
CREATE TABLE "membership_request" (
	"reference" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"programme" text NOT NULL,
	"state" text NOT NULL,
	"draft" jsonb NOT NULL,
	"observations" text DEFAULT '' NOT NULL,
	"sponsor_observations" text DEFAULT '' NOT NULL,
	"network_observations" text DEFAULT '' NOT NULL,
	"leaving_observations" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sponsor_id" uuid,
	"sponsor_at" timestamp (3) with time zone,
	"network_id" uuid,
	"network_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "points_rule" (
	"programme" text NOT NULL,
	"product" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"per_litre" integer NOT NULL,
	"per_hundred" integer NOT NULL,
	"discount_basis_points" integer NOT NULL,
	CONSTRAINT "points_rule_programme_product_valid_from_pk" PRIMARY KEY("programme","product","valid_from")
);
--> statement-breakpoint
CREATE TABLE "programme" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sponsor_role" text
);
--> statement-breakpoint
CREATE TABLE "vehicle" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"mark" text NOT NULL,
	"plate" text NOT NULL,
	"fuel" text NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"branch_code" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'RECEIVED' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "contact_message_state" CHECK (("contact_message"."state" = 'RECEIVED') = ("contact_message"."answered_at" is null)
        and ("contact_message"."answered_at" is null) = ("contact_message"."answered_by" is null)
        and ("contact_message"."state" = 'ANSWERED') = ("contact_message"."answer" <> ''))
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "mail_event_unique" UNIQUE("event")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"event" text NOT NULL,
	"type" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "movement" (
	"rrn" text PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"branch_code" text NOT NULL,
	"product" text NOT NULL,
	"millilitres" integer NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"points" integer NOT NULL,
	"plate" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backup_eligible" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"aaguid" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_challenge" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "debt" (
	"reference" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"loyalty_code" text,
	"concept" text NOT NULL,
	"merchant_name" text NOT NULL,
	"invoice_number" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"taxed_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"tip_amount" bigint DEFAULT 0 NOT NULL,
	"installments" integer NOT NULL,
	"indi" integer NOT NULL,
	"final_consumer" boolean NOT NULL,
	"points" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"due_date" date NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "debt_amounts" CHECK ("debt"."amount" > 0 and "debt"."taxed_amount" between 0 and "debt"."amount" and "debt"."tax_amount" >= 0 and "debt"."tip_amount" >= 0),
	CONSTRAINT "debt_points" CHECK ("debt"."points" >= 0 and ("debt"."loyalty_code" is not null or "debt"."points" = 0))
);
--> statement-breakpoint
CREATE TABLE "gateway_day" (
	"day" date PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"source" text,
	"here" integer DEFAULT 0 NOT NULL,
	"there" integer DEFAULT 0 NOT NULL,
	"reconciled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "gateway_discrepancy" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text NOT NULL,
	"payment_token" text NOT NULL,
	"state_here" text NOT NULL,
	"currency_here" text NOT NULL,
	"amount_here" bigint NOT NULL,
	"state_there" text NOT NULL,
	"currency_there" text NOT NULL,
	"amount_there" bigint NOT NULL,
	"resolved" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gateway_discrepancy_day_kind_subject_pk" PRIMARY KEY("day","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "gateway_message" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"attempt_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"debt_reference" text NOT NULL,
	"net_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"taxed_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"tip_amount" bigint NOT NULL,
	"installments" integer NOT NULL,
	"indi" integer NOT NULL,
	"state" text NOT NULL,
	"audit_number" text NOT NULL,
	"access_token" text,
	"token_expires_at" timestamp (3) with time zone,
	"payment_token" text,
	"authorization_code" text DEFAULT '' NOT NULL,
	"masked_card" text DEFAULT '' NOT NULL,
	"law" text DEFAULT '0' NOT NULL,
	"refund" bigint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"next_poll_at" timestamp (3) with time zone,
	"poll_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempt_audit_number_unique" UNIQUE("audit_number"),
	CONSTRAINT "payment_attempt_access_token_unique" UNIQUE("access_token"),
	CONSTRAINT "payment_attempt_payment_token_unique" UNIQUE("payment_token"),
	CONSTRAINT "attempt_state" CHECK ("payment_attempt"."state" in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED'))
);
--> statement-breakpoint
CREATE TABLE "notification_preference" (
	"person_id" uuid NOT NULL,
	"type" integer NOT NULL,
	"app" boolean DEFAULT true NOT NULL,
	"email" boolean DEFAULT true NOT NULL,
	"push" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_preference_person_id_type_pk" PRIMARY KEY("person_id","type"),
	CONSTRAINT "notification_preference_type" CHECK ("notification_preference"."type" between 1 and 6 and "notification_preference"."type" <> 5)
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"consent_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"first_name" text NOT NULL,
	"first_surname" text NOT NULL,
	"document_number" text NOT NULL,
	"birthdate" date NOT NULL,
	"birthdate_corrected_at" timestamp (3) with time zone,
	"sex" text NOT NULL,
	"mobile" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_email_unique" UNIQUE("email"),
	CONSTRAINT "person_document_number_unique" UNIQUE("document_number")
);
--> statement-breakpoint
CREATE TABLE "person_role" (
	"person_id" uuid NOT NULL,
	"role_code" text NOT NULL,
	CONSTRAINT "person_role_person_id_role_code_pk" PRIMARY KEY("person_id","role_code")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"person_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"detail" boolean NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_session_hash_unique" UNIQUE("session_hash"),
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscription_keys" CHECK (("push_subscription"."platform" = 'web') = ("push_subscription"."p256dh" <> ''))
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_code_hash" "bytea" NOT NULL,
	"new_code_hash" "bytea" NOT NULL,
	"stop_hash" "bytea" NOT NULL,
	"undo_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "enrolment_code" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotent_request" (
	"session_hash" "bytea" NOT NULL,
	"audit_number" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_request_session_hash_audit_number_pk" PRIMARY KEY("session_hash","audit_number")
);
--> statement-breakpoint
CREATE TABLE "login_delay" (
	"account_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"full_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"pending_secret" text,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"next_code_at" timestamp (3) with time zone,
	"forgiven" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"binder_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"second_factor_at" timestamp (3) with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"device" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"redeemed_at" timestamp (3) with time zone,
	"draft" jsonb
);
--> statement-breakpoint
CREATE TABLE "branch" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"department" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"opening_hours" text NOT NULL,
	"services" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fuel_price" (
	"product" text NOT NULL,
	"valid_from" date NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "fuel_price_product_valid_from_pk" PRIMARY KEY("product","valid_from")
);
--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_transaction_id_ledger_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_ledger_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account_change" ADD CONSTRAINT "bank_account_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty" ADD CONSTRAINT "loyalty_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty" ADD CONSTRAINT "loyalty_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_sponsor_id_person_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_network_id_person_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_rule" ADD CONSTRAINT "points_rule_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_answered_by_person_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD CONSTRAINT "gateway_discrepancy_day_gateway_day_day_fk" FOREIGN KEY ("day") REFERENCES "public"."gateway_day"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_message" ADD CONSTRAINT "gateway_message_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_debt_reference_debt_reference_fk" FOREIGN KEY ("debt_reference") REFERENCES "public"."debt"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_role" ADD CONSTRAINT "person_role_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_hash_session_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."session"("token_hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_code" ADD CONSTRAINT "enrolment_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_code" ADD CONSTRAINT "verification_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_chain" ON "ledger_entry" USING btree ("account_id","seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_page" ON "ledger_entry" USING btree ("account_id","at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_once" ON "ledger_transaction" USING btree ("event","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_change_of_link" ON "bank_account_change" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "bank_account_change_expiring" ON "bank_account_change" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "loyalty_of_person" ON "loyalty" USING btree ("person_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_in_force" ON "loyalty" USING btree ("person_id","programme") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_card_once" ON "loyalty" USING btree ("client_card_number") WHERE ended_at is null and client_card_number <> '';--> statement-breakpoint
CREATE INDEX "membership_request_of_person" ON "membership_request" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "membership_request_by_state" ON "membership_request" USING btree ("state","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "membership_request_open" ON "membership_request" USING btree ("person_id","programme") WHERE state in ('PENDING', 'STATE_UBER_AUTHORIZED');--> statement-breakpoint
CREATE INDEX "vehicle_of_loyalty" ON "vehicle" USING btree ("loyalty_code");--> statement-breakpoint
CREATE UNIQUE INDEX "vehicle_plate_once" ON "vehicle" USING btree ("loyalty_code","plate") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "contact_message_of_person" ON "contact_message" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_message_newest" ON "contact_message" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "contact_message_unanswered" ON "contact_message" USING btree ("at","id") WHERE state = 'RECEIVED';--> statement-breakpoint
CREATE INDEX "contact_message_answered" ON "contact_message" USING btree ("answered_at") WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("person_id","event");--> statement-breakpoint
CREATE INDEX "notification_newest" ON "notification" USING btree ("person_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "movement_page" ON "movement" USING btree ("loyalty_code","at" DESC NULLS LAST,"rrn" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkey_of_person" ON "passkey" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "used_challenge_expiring" ON "used_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "debt_of_person" ON "debt" USING btree ("person_id","state","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_open" ON "payment_attempt" USING btree ("debt_reference") WHERE state in ('CREATED', 'PROCESSING');--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_paid" ON "payment_attempt" USING btree ("debt_reference") WHERE state = 'PAID';--> statement-breakpoint
CREATE INDEX "attempt_of_person" ON "payment_attempt" USING btree ("person_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attempt_due" ON "payment_attempt" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "attempt_made" ON "payment_attempt" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_person" ON "push_subscription" USING btree ("person_id","registered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_change_pending" ON "email_change" USING btree ("person_id") WHERE ended_at is null and confirmed_at is null;--> statement-breakpoint
CREATE INDEX "email_change_of_person" ON "email_change" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_change_of_address" ON "email_change" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_change_expiring" ON "email_change" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotent_request_at" ON "idempotent_request" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_delay_oldest" ON "login_delay" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "rate_limit_full" ON "rate_limit" USING btree ("full_at");--> statement-breakpoint
CREATE INDEX "session_of_person" ON "session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_expiring" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_code_standing" ON "verification_code" USING btree ("person_id","purpose",(coalesce(draft ->> 'passwordHash', ''))) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "verification_code_expiring" ON "verification_code" USING btree ("expires_at");--> statement-breakpoint
-- What the tables cannot express: the sequence of rrn blocks, triggers, and the rights of the servers' role.

-- Retrieval reference numbers are handed to each server process in blocks of ten thousand.
CREATE SEQUENCE "rrn_block" START 1 MINVALUE 0;
--> statement-breakpoint
-- L2: ledger and audit are append-only; a correction of the ledger is a reversal.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transaction"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- L1: the entries of a transaction are written together and sum to 0.
CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_entries GROUP BY transaction_id HAVING sum(points) <> 0) THEN
    RAISE EXCEPTION 'entries of a ledger transaction must sum to 0' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_balance AFTER INSERT ON "ledger_entry" REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
--> statement-breakpoint
-- P6: an attempt moves along the listed edges (`ATTEMPT_TRANSITIONS` in the contract), by whatever program.
CREATE FUNCTION attempt_follows_edges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('CREATED', 'PROCESSING'), ('CREATED', 'PAID'), ('CREATED', 'REJECTED'), ('CREATED', 'EXPIRED'), ('CREATED', 'VOIDED'),
    ('PROCESSING', 'PAID'), ('PROCESSING', 'REJECTED'), ('PROCESSING', 'EXPIRED'), ('PROCESSING', 'VOIDED'),
    ('PAID', 'VOIDED'), ('PAID', 'REFUNDED'),
    ('EXPIRED', 'PAID'), ('EXPIRED', 'VOIDED'),
    ('VOIDED', 'REFUNDED')
  ) THEN
    RAISE EXCEPTION 'payment attempt % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_edges BEFORE UPDATE OF "state" ON "payment_attempt"
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION attempt_follows_edges();
--> statement-breakpoint
-- The trigger alone writes the head, with the owner's rights: the role of the servers has none on it.
CREATE FUNCTION audit_head_advances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_head (seq, hash) SELECT seq, hash FROM new_entries ORDER BY seq DESC LIMIT 1
  ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash WHERE audit_head.seq < excluded.seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_advance AFTER INSERT ON "audit" REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_head_advances();
--> statement-breakpoint
-- However a session is ended (logout, another session, a new password, an operator), its device is not
-- pushed to any more.
CREATE FUNCTION delete_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "push_subscription" WHERE "session_hash" = NEW."token_hash";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ends_push AFTER UPDATE OF "revoked_at" ON "session"
  FOR EACH ROW WHEN (NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION delete_push_of_session();
--> statement-breakpoint
-- The servers work as a role that cannot rewrite ledger and audit. Roles belong to the whole cluster, so
-- another database may have created it; where the owner may not create roles, the triggers stand alone.
DO $$
BEGIN
  CREATE ROLE surtidor_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'role surtidor_app could not be created';
END $$;
--> statement-breakpoint
-- Before PostgreSQL 16 the creator of a role is no member of it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') AND NOT pg_has_role(current_user, 'surtidor_app', 'MEMBER') THEN
    EXECUTE format('GRANT surtidor_app TO %I', current_user);
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE NOTICE 'the owner may not become role surtidor_app';
END $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    GRANT USAGE ON SCHEMA public TO surtidor_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO surtidor_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO surtidor_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO surtidor_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO surtidor_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_transaction", "ledger_entry", "audit" FROM surtidor_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "audit_head", "migration" FROM surtidor_app;
  END IF;
END $$;
--> statement-breakpoint
-- Before PostgreSQL 15 every role may create tables and functions in the schema.
DO $$
BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE NOTICE 'schema public is not ours';
END $$;
