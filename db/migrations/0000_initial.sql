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
CREATE TABLE "car_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"rrn" text,
	"kind" text NOT NULL,
	"plate" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"odometer" integer,
	"full" boolean NOT NULL,
	"missed" boolean NOT NULL,
	"note" text NOT NULL,
	"product" text DEFAULT '' NOT NULL,
	"millilitres" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"import_id" uuid,
	CONSTRAINT "car_entry_purchase" CHECK (("car_entry"."kind" = 'purchase') = ("car_entry"."rrn" is not null)),
	CONSTRAINT "car_entry_fuel" CHECK (("car_entry"."kind" = 'fuel') = ("car_entry"."millilitres" > 0)),
	CONSTRAINT "car_entry_odometer" CHECK ("car_entry"."odometer" between 0 and 9999999)
);
--> statement-breakpoint
CREATE TABLE "car_reminder" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"plate" text NOT NULL,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"due_date" date,
	"due_odometer" integer,
	"every_months" integer,
	"every_km" integer,
	CONSTRAINT "car_reminder_due" CHECK (num_nonnulls("car_reminder"."due_date", "car_reminder"."due_odometer") > 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"loyalty_code" text NOT NULL,
	"rut" text NOT NULL,
	"type" integer NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"identity" text NOT NULL,
	"amount" bigint NOT NULL,
	"date" text NOT NULL,
	"security_code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"operator_from" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"sale_identity" text,
	"reason" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "purchase_claim_decided" CHECK (("purchase_claim"."state" = 'waiting') = ("purchase_claim"."decided_at" is null)),
	CONSTRAINT "purchase_claim_credited" CHECK (("purchase_claim"."state" = 'credited') = ("purchase_claim"."sale_identity" is not null)),
	CONSTRAINT "purchase_claim_rejected" CHECK (("purchase_claim"."state" = 'rejected') = ("purchase_claim"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "company_driver" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"email" text NOT NULL,
	"person_id" uuid,
	"driver_loyalty" text,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "company_driver_accepted" CHECK (num_nonnulls("company_driver"."person_id", "company_driver"."driver_loyalty", "company_driver"."accepted_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "deductible_tax" (
	"product" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"basis_points" integer NOT NULL,
	"decree" text NOT NULL,
	CONSTRAINT "deductible_tax_product_valid_from_pk" PRIMARY KEY("product","valid_from"),
	CONSTRAINT "deductible_tax_points" CHECK ("deductible_tax"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "operator_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"text" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_row" (
	"import" integer NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	CONSTRAINT "import_row_import_key_pk" PRIMARY KEY("import","key")
);
--> statement-breakpoint
CREATE TABLE "import_upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"login" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"preview" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"content" "bytea",
	"login" text NOT NULL,
	"created" integer NOT NULL,
	"updated" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "import_counts" CHECK (least("import"."created", "import"."updated", "import"."unchanged") >= 0)
);
--> statement-breakpoint
CREATE TABLE "reference_item" (
	"list" text NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "reference_item_list_code_pk" PRIMARY KEY("list","code")
);
--> statement-breakpoint
CREATE TABLE "ledger_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text,
	"programme" text,
	"shortfall_of" text,
	"balance" bigint,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_hash" "bytea",
	CONSTRAINT "ledger_account_loyalty_code_unique" UNIQUE("loyalty_code"),
	CONSTRAINT "ledger_account_programme_unique" UNIQUE("programme"),
	CONSTRAINT "ledger_account_shortfall_of_unique" UNIQUE("shortfall_of"),
	CONSTRAINT "ledger_account_kind" CHECK (num_nonnulls("ledger_account"."loyalty_code", "ledger_account"."programme", "ledger_account"."shortfall_of") = 1 and ("ledger_account"."programme" is null) <> ("ledger_account"."balance" is null)),
	CONSTRAINT "ledger_account_never_below_zero" CHECK (case when "ledger_account"."shortfall_of" is null then "ledger_account"."balance" >= 0 else "ledger_account"."balance" <= 0 end)
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
CREATE TABLE "points_lot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"transaction_id" uuid,
	"points" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"spendable_from" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"warned_days" integer,
	CONSTRAINT "points_lot_remaining" CHECK ("points_lot"."remaining" between 0 and "points_lot"."points")
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
	"account_limit" bigint DEFAULT 0 NOT NULL,
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
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"programme" text NOT NULL,
	"product" text NOT NULL,
	"weekdays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hour_from" integer DEFAULT 0 NOT NULL,
	"hour_until" integer DEFAULT 24 NOT NULL,
	"means" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"per_litre" integer NOT NULL,
	"per_hundred" integer NOT NULL,
	"discount_basis_points" integer NOT NULL,
	"pending_days" integer DEFAULT 1 NOT NULL,
	"expires_months" integer DEFAULT 24 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "programme" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sponsor_role" text,
	"point_value" integer DEFAULT 0 NOT NULL,
	"sale_millilitres" integer DEFAULT 800000 NOT NULL,
	"sale_amount" bigint DEFAULT 10000000 NOT NULL,
	"day_sales" integer DEFAULT 10 NOT NULL,
	"day_millilitres" integer DEFAULT 1200000 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicle" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"mark" text NOT NULL,
	"plate" text NOT NULL,
	"fuel" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"limit_millilitres" integer DEFAULT 0 NOT NULL,
	"limit_amount" bigint DEFAULT 0 NOT NULL
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
	"assigned_to" uuid,
	CONSTRAINT "contact_message_state" CHECK (("contact_message"."state" = 'RECEIVED') = ("contact_message"."answered_at" is null)
        and ("contact_message"."answered_at" is null) = ("contact_message"."answered_by" is null)
        and ("contact_message"."state" = 'ANSWERED') = ("contact_message"."answer" <> ''))
);
--> statement-breakpoint
CREATE TABLE "contact_picture" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"media_type" text NOT NULL,
	"birthdate" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "message_template" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
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
CREATE TABLE "promotion" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"programme" text,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"send_at" timestamp (3) with time zone,
	"audience" integer DEFAULT 0 NOT NULL,
	"sent_up_to" uuid,
	"devices" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "promotion_period" CHECK ("promotion"."first_day" <= "promotion"."last_day")
);
--> statement-breakpoint
CREATE TABLE "promotion_picture" (
	"address" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL
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
	"plate" text DEFAULT '' NOT NULL,
	"posted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "exception_taken" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_invitation" (
	"email" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_station" (
	"person_id" uuid NOT NULL,
	"branch_code" text NOT NULL,
	CONSTRAINT "operator_station_person_id_branch_code_pk" PRIMARY KEY("person_id","branch_code")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"shared" boolean NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
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
	"branch_code" text,
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
	"request_id" uuid,
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
	"refunded_here" bigint DEFAULT 0 NOT NULL,
	"refunded_there" bigint DEFAULT 0 NOT NULL,
	"resolved" boolean DEFAULT false NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"taken_by" uuid,
	"taken_at" timestamp (3) with time zone,
	"resolved_by" uuid,
	"resolution" text,
	"resolved_at" timestamp (3) with time zone,
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
	"branch_code" text,
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
	"card_type" text DEFAULT '' NOT NULL,
	"law" text DEFAULT '0' NOT NULL,
	"refund" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"charged_at" timestamp (3) with time zone,
	"next_poll_at" timestamp (3) with time zone,
	"poll_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempt_audit_number_unique" UNIQUE("audit_number"),
	CONSTRAINT "payment_attempt_access_token_unique" UNIQUE("access_token"),
	CONSTRAINT "payment_attempt_payment_token_unique" UNIQUE("payment_token"),
	CONSTRAINT "attempt_state" CHECK ("payment_attempt"."state" in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED'))
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"observations" text NOT NULL,
	"state" text NOT NULL,
	"audit_number" text NOT NULL,
	"total" bigint NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "payment_refund_audit_number_unique" UNIQUE("audit_number"),
	CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"branch_code" text NOT NULL,
	"terminal_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"ticket" text NOT NULL,
	"lines" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"taxed_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"indi" integer NOT NULL,
	"final_consumer" boolean NOT NULL,
	"rrn" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"attempt_id" uuid,
	"paid_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"told_state" text DEFAULT 'waiting' NOT NULL,
	"sale_identity" text,
	CONSTRAINT "payment_request_code_unique" UNIQUE("code"),
	CONSTRAINT "payment_request_rrn_unique" UNIQUE("rrn"),
	CONSTRAINT "payment_request_attempt_id_unique" UNIQUE("attempt_id"),
	CONSTRAINT "payment_request_sale_identity_unique" UNIQUE("sale_identity"),
	CONSTRAINT "payment_request_amounts" CHECK ("payment_request"."amount" > 0 and "payment_request"."taxed_amount" between 0 and "payment_request"."amount" and "payment_request"."tax_amount" >= 0),
	CONSTRAINT "payment_request_attempt" CHECK (("payment_request"."state" in ('paid', 'voiding', 'voided')) = ("payment_request"."attempt_id" is not null)
        and ("payment_request"."attempt_id" is null) = ("payment_request"."paid_at" is null)),
	CONSTRAINT "payment_request_settled" CHECK (("payment_request"."state" = 'waiting') = ("payment_request"."settled_at" is null))
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
	"locked_at" timestamp (3) with time zone,
	"first_name" text NOT NULL,
	"first_surname" text NOT NULL,
	"document_number" text NOT NULL,
	"birthdate" date NOT NULL,
	"birthdate_corrected_at" timestamp (3) with time zone,
	"sex" text NOT NULL,
	"mobile" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_role" (
	"person_id" uuid NOT NULL,
	"role_code" text NOT NULL,
	"overdue_told_until" timestamp (3) with time zone,
	CONSTRAINT "person_role_person_id_role_code_pk" PRIMARY KEY("person_id","role_code")
);
--> statement-breakpoint
CREATE TABLE "proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "proposal_second" CHECK (case "proposal"."state" when 'waiting' then "proposal"."decided_by" is null
        when 'withdrawn' then coalesce("proposal"."decided_by" = "proposal"."proposed_by", false)
        else coalesce("proposal"."decided_by" <> "proposal"."proposed_by", ("proposal"."kind", "proposal"."state") in (('adjustment', 'confirmed'), ('import', 'confirmed'), ('refund', 'rejected'))) end),
	CONSTRAINT "proposal_role" CHECK ("proposal"."kind" <> 'role' or "proposal"."state" = 'waiting' or "proposal"."decided_by"::text <> "proposal"."subject")
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
CREATE TABLE "cancelled_reference" (
	"terminal_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancelled_reference_terminal_id_reference_pk" PRIMARY KEY("terminal_id","reference")
);
--> statement-breakpoint
CREATE TABLE "redemption" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"points" integer NOT NULL,
	"discount" bigint NOT NULL,
	"reward_code" text,
	"title" text NOT NULL,
	"rrn" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"terminal_id" uuid,
	"reference" text DEFAULT '' NOT NULL,
	"content_hash" "bytea",
	"ticket" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"code_window" integer,
	"voucher_code" text,
	"warned_at" timestamp (3) with time zone,
	CONSTRAINT "redemption_voucher_code_unique" UNIQUE("voucher_code"),
	CONSTRAINT "redemption_points" CHECK ("redemption"."points" > 0 and "redemption"."discount" >= 0),
	CONSTRAINT "redemption_ended" CHECK (("redemption"."state" = 'reserved') = ("redemption"."ended_at" is null)),
	CONSTRAINT "redemption_kind" CHECK (case "redemption"."kind" when 'till' then "redemption"."voucher_code" is null and "redemption"."code_window" is not null and "redemption"."reference" <> ''
        else "redemption"."voucher_code" is not null and "redemption"."code_window" is null end),
	CONSTRAINT "redemption_terminal" CHECK (("redemption"."terminal_id" is null) = ("redemption"."reference" = ''))
);
--> statement-breakpoint
CREATE TABLE "redemption_lot" (
	"redemption_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "redemption_lot_redemption_id_lot_id_pk" PRIMARY KEY("redemption_id","lot_id"),
	CONSTRAINT "redemption_lot_points" CHECK ("redemption_lot"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "reward" (
	"code" text PRIMARY KEY NOT NULL,
	"programme" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"points" integer NOT NULL,
	"discount" bigint NOT NULL,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"valid_days" integer NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "reward_points" CHECK ("reward"."points" > 0 and "reward"."discount" >= 0 and "reward"."valid_days" >= 0),
	CONSTRAINT "reward_period" CHECK ("reward"."first_day" <= "reward"."last_day")
);
--> statement-breakpoint
CREATE TABLE "account_debt" (
	"sale_identity" text PRIMARY KEY NOT NULL,
	"debt_reference" text NOT NULL,
	CONSTRAINT "account_debt_debt_reference_unique" UNIQUE("debt_reference")
);
--> statement-breakpoint
CREATE TABLE "sale_conflict" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"branch_code" text NOT NULL,
	"terminal_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "sale_event" (
	"identity" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sale_identity" text NOT NULL,
	"branch_code" text NOT NULL,
	"terminal_id" uuid NOT NULL,
	"ticket" text NOT NULL,
	"shift" text NOT NULL,
	"attendant" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"currency" text,
	"amount" bigint,
	"payments" jsonb NOT NULL,
	"member_code" text DEFAULT '' NOT NULL,
	"member_card" text DEFAULT '' NOT NULL,
	"member_plate" text DEFAULT '' NOT NULL,
	"loyalty_code" text,
	"held" text DEFAULT '' NOT NULL,
	"security_code" text DEFAULT '' NOT NULL,
	"matched_at" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"content_hash" "bytea" NOT NULL,
	CONSTRAINT "sale_event_amount" CHECK (("sale_event"."kind" = 'void') = ("sale_event"."amount" is null))
);
--> statement-breakpoint
CREATE TABLE "sale_identity" (
	"identity" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_line" (
	"identity" text NOT NULL,
	"number" integer NOT NULL,
	"product" text NOT NULL,
	"millilitres" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"amount" bigint NOT NULL,
	"rrn" text,
	"points" integer DEFAULT 0 NOT NULL,
	"points_due" integer DEFAULT 0 NOT NULL,
	"points_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sale_line_identity_number_pk" PRIMARY KEY("identity","number")
);
--> statement-breakpoint
CREATE TABLE "shift" (
	"branch_code" text NOT NULL,
	"scope" text NOT NULL,
	"code" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"totals" jsonb,
	"closed_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "shift_branch_code_scope_code_pk" PRIMARY KEY("branch_code","scope","code"),
	CONSTRAINT "shift_totals" CHECK (("shift"."state" = 'open') = ("shift"."totals" is null))
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
	"caller_id" uuid NOT NULL,
	"audit_number" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"answer" json,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_request_caller_id_audit_number_pk" PRIMARY KEY("caller_id","audit_number")
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
	"replaced_token_hash" "bytea",
	"replaced_binder_hash" "bytea",
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
	"services" jsonb NOT NULL,
	"border_side" text,
	"ruts" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fuel_price" (
	"product" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"price" integer NOT NULL,
	"decree" text DEFAULT '' NOT NULL,
	CONSTRAINT "fuel_price_product_valid_from_pk" PRIMARY KEY("product","valid_from")
);
--> statement-breakpoint
CREATE TABLE "refund_rate" (
	"indicator" integer NOT NULL,
	"side" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"basis_points" integer NOT NULL,
	"decree" text NOT NULL,
	CONSTRAINT "refund_rate_indicator_side_valid_from_pk" PRIMARY KEY("indicator","side","valid_from"),
	CONSTRAINT "refund_rate_days" CHECK ("refund_rate"."valid_to" is null or "refund_rate"."valid_to" >= "refund_rate"."valid_from"),
	CONSTRAINT "refund_rate_points" CHECK ("refund_rate"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "terminal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_code" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"code_hash" "bytea" NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"enrolled_at" timestamp (3) with time zone,
	"heard_at" timestamp (3) with time zone,
	"clock_skew" integer,
	CONSTRAINT "terminal_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "terminal_batch" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"terminal_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"target_uri" text NOT NULL,
	"body" "bytea" NOT NULL,
	"content_digest" text NOT NULL,
	"signature_input" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terminal_key" (
	"keyid" text PRIMARY KEY NOT NULL,
	"terminal_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "terminal_key_length" CHECK (length("terminal_key"."public_key") = 32)
);
--> statement-breakpoint
ALTER TABLE "car_entry" ADD CONSTRAINT "car_entry_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "car_entry" ADD CONSTRAINT "car_entry_rrn_movement_rrn_fk" FOREIGN KEY ("rrn") REFERENCES "public"."movement"("rrn") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "car_reminder" ADD CONSTRAINT "car_reminder_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claim" ADD CONSTRAINT "purchase_claim_sale_identity_sale_event_identity_fk" FOREIGN KEY ("sale_identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_driver" ADD CONSTRAINT "company_driver_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_driver" ADD CONSTRAINT "company_driver_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_driver" ADD CONSTRAINT "company_driver_driver_loyalty_loyalty_code_fk" FOREIGN KEY ("driver_loyalty") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_shortfall_of_loyalty_code_fk" FOREIGN KEY ("shortfall_of") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_transaction_id_ledger_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_ledger_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_transaction_id_ledger_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "contact_picture" ADD CONSTRAINT "contact_picture_message_id_contact_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_taken" ADD CONSTRAINT "exception_taken_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitation" ADD CONSTRAINT "operator_invitation_invited_by_person_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_station" ADD CONSTRAINT "operator_station_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_station" ADD CONSTRAINT "operator_station_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD CONSTRAINT "gateway_discrepancy_day_gateway_day_day_fk" FOREIGN KEY ("day") REFERENCES "public"."gateway_day"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_message" ADD CONSTRAINT "gateway_message_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_debt_reference_debt_reference_fk" FOREIGN KEY ("debt_reference") REFERENCES "public"."debt"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_role" ADD CONSTRAINT "person_role_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_hash_session_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."session"("token_hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelled_reference" ADD CONSTRAINT "cancelled_reference_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_reward_code_reward_code_fk" FOREIGN KEY ("reward_code") REFERENCES "public"."reward"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lot" ADD CONSTRAINT "redemption_lot_redemption_id_redemption_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemption"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lot" ADD CONSTRAINT "redemption_lot_lot_id_points_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."points_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_debt" ADD CONSTRAINT "account_debt_sale_identity_sale_event_identity_fk" FOREIGN KEY ("sale_identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_debt" ADD CONSTRAINT "account_debt_debt_reference_debt_reference_fk" FOREIGN KEY ("debt_reference") REFERENCES "public"."debt"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_conflict" ADD CONSTRAINT "sale_conflict_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_conflict" ADD CONSTRAINT "sale_conflict_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_line" ADD CONSTRAINT "sale_line_identity_sale_event_identity_fk" FOREIGN KEY ("identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift" ADD CONSTRAINT "shift_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_code" ADD CONSTRAINT "enrolment_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_code" ADD CONSTRAINT "verification_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_batch" ADD CONSTRAINT "terminal_batch_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_key" ADD CONSTRAINT "terminal_key_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_of_actor" ON "audit" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_of_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_of_day" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_of_shown" ON "audit" USING btree ((detail ->> 'person'),"seq") WHERE action = 'showPersonalData';--> statement-breakpoint
CREATE INDEX "car_entry_of_person" ON "car_entry" USING btree ("person_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "car_entry_of_purchase" ON "car_entry" USING btree ("rrn") WHERE rrn is not null;--> statement-breakpoint
CREATE INDEX "car_reminder_of_person" ON "car_reminder" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claim_once" ON "purchase_claim" USING btree ("identity") WHERE state = 'credited';--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claim_own" ON "purchase_claim" USING btree ("identity","person_id") WHERE state <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claim_sale" ON "purchase_claim" USING btree ("sale_identity") WHERE sale_identity is not null;--> statement-breakpoint
CREATE INDEX "purchase_claim_of_person" ON "purchase_claim" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "purchase_claim_waiting" ON "purchase_claim" USING btree ("operator_from","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "purchase_claim_of_amount" ON "purchase_claim" USING btree ("amount","date") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "purchase_claim_answered" ON "purchase_claim" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "company_driver_in_force" ON "company_driver" USING btree ("loyalty_code","email") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "company_driver_of_company" ON "company_driver" USING btree ("loyalty_code");--> statement-breakpoint
CREATE INDEX "company_driver_of_address" ON "company_driver" USING btree ("email") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "company_driver_of_person" ON "company_driver" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "company_driver_unanswered" ON "company_driver" USING btree ("invited_at") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "operator_note_of_object" ON "operator_note" USING btree ("kind","object_id","at");--> statement-breakpoint
CREATE INDEX "import_upload_at" ON "import_upload" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_chain" ON "ledger_entry" USING btree ("account_id","seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_page" ON "ledger_entry" USING btree ("account_id","at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_at" ON "ledger_entry" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_once" ON "ledger_transaction" USING btree ("event","event_id");--> statement-breakpoint
CREATE INDEX "points_lot_of_loyalty" ON "points_lot" USING btree ("loyalty_code","expires_at") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "points_lot_expiring" ON "points_lot" USING btree ("expires_at") WHERE remaining > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_change_of_link" ON "bank_account_change" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "bank_account_change_expiring" ON "bank_account_change" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "loyalty_of_person" ON "loyalty" USING btree ("person_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_in_force" ON "loyalty" USING btree ("person_id","programme") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_card_once" ON "loyalty" USING btree ("client_card_number") WHERE ended_at is null and client_card_number <> '';--> statement-breakpoint
CREATE INDEX "loyalty_of_card" ON "loyalty" USING btree ("client_card_number") WHERE client_card_number <> '';--> statement-breakpoint
CREATE INDEX "membership_request_of_person" ON "membership_request" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "membership_request_by_state" ON "membership_request" USING btree ("state","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "membership_request_newest" ON "membership_request" USING btree ("at","reference");--> statement-breakpoint
CREATE INDEX "membership_request_of_plate" ON "membership_request" USING btree ((draft -> 'vehicle' ->> 'plate'));--> statement-breakpoint
CREATE UNIQUE INDEX "membership_request_open" ON "membership_request" USING btree ("person_id","programme") WHERE state in ('PENDING', 'STATE_UBER_AUTHORIZED');--> statement-breakpoint
CREATE INDEX "vehicle_of_loyalty" ON "vehicle" USING btree ("loyalty_code");--> statement-breakpoint
CREATE INDEX "vehicle_of_plate" ON "vehicle" USING btree ("plate");--> statement-breakpoint
CREATE INDEX "vehicle_limited" ON "vehicle" USING btree ("loyalty_code") WHERE limit_millilitres + limit_amount > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "vehicle_plate_once" ON "vehicle" USING btree ("loyalty_code","plate") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "contact_message_of_person" ON "contact_message" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_message_newest" ON "contact_message" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "contact_message_of_station" ON "contact_message" USING btree ("branch_code","at","id") WHERE branch_code <> '';--> statement-breakpoint
CREATE INDEX "contact_message_unanswered" ON "contact_message" USING btree ("at","id") WHERE state = 'RECEIVED';--> statement-breakpoint
CREATE INDEX "contact_message_of_operator" ON "contact_message" USING btree ("assigned_to","at","id") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "contact_message_answered" ON "contact_message" USING btree ("answered_at") WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX "contact_picture_at" ON "contact_picture" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_of_recipient" ON "mail" USING btree ("recipient","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("person_id","event");--> statement-breakpoint
CREATE INDEX "notification_newest" ON "notification" USING btree ("person_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_of_announcement" ON "notification" USING btree ("event","read") WHERE event like 'announcement:%';--> statement-breakpoint
CREATE INDEX "promotion_newest" ON "promotion" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "movement_page" ON "movement" USING btree ("loyalty_code","at" DESC NULLS LAST,"rrn" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "movement_without_till" ON "movement" USING btree ("at") WHERE posted_at is null;--> statement-breakpoint
CREATE INDEX "exception_taken_of_person" ON "exception_taken" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "exception_taken_at" ON "exception_taken" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "operator_invitation_expiring" ON "operator_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "operator_station_of_branch" ON "operator_station" USING btree ("branch_code");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("person_id","kind","name");--> statement-breakpoint
CREATE INDEX "saved_view_shared" ON "saved_view" USING btree ("kind") WHERE shared;--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkey_of_person" ON "passkey" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "used_challenge_expiring" ON "used_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "debt_of_person" ON "debt" USING btree ("person_id","state","due_date");--> statement-breakpoint
CREATE INDEX "debt_made" ON "debt" USING btree ("at");--> statement-breakpoint
CREATE INDEX "debt_unpaid" ON "debt" USING btree ("state","at") WHERE state <> 'PAID';--> statement-breakpoint
CREATE INDEX "debt_of_station" ON "debt" USING btree ("branch_code","at");--> statement-breakpoint
CREATE INDEX "debt_of_request" ON "debt" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_by_id" ON "gateway_discrepancy" USING btree ("id");--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_list" ON "gateway_discrepancy" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_open" ON "gateway_discrepancy" USING btree ("day","id") WHERE not resolved;--> statement-breakpoint
CREATE INDEX "gateway_message_of_attempt" ON "gateway_message" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_open" ON "payment_attempt" USING btree ("debt_reference") WHERE state in ('CREATED', 'PROCESSING');--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_paid" ON "payment_attempt" USING btree ("debt_reference") WHERE state = 'PAID';--> statement-breakpoint
CREATE INDEX "attempt_of_person" ON "payment_attempt" USING btree ("person_id",coalesce(charged_at, created_at),"id");--> statement-breakpoint
CREATE INDEX "attempt_due" ON "payment_attempt" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "attempt_made" ON "payment_attempt" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "attempt_charged" ON "payment_attempt" USING brin ("charged_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "attempt_of_amount" ON "payment_attempt" USING btree ("amount","created_at");--> statement-breakpoint
CREATE INDEX "attempt_unpaid" ON "payment_attempt" USING btree ("state","created_at","id") WHERE state <> 'PAID';--> statement-breakpoint
CREATE INDEX "attempt_of_card" ON "payment_attempt" USING btree (right(masked_card, 4),"created_at","id") WHERE masked_card <> '';--> statement-breakpoint
CREATE INDEX "attempt_of_authorization" ON "payment_attempt" USING btree ("authorization_code") WHERE authorization_code <> '';--> statement-breakpoint
CREATE INDEX "attempt_of_debt" ON "payment_attempt" USING btree ("debt_reference");--> statement-breakpoint
CREATE INDEX "attempt_of_station" ON "payment_attempt" USING btree ("branch_code","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_refund_of_attempt" ON "payment_refund" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "payment_refund_asked" ON "payment_refund" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refund_open" ON "payment_refund" USING btree ("attempt_id") WHERE state = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_request_of_till" ON "payment_request" USING btree ("terminal_id","reference");--> statement-breakpoint
CREATE INDEX "payment_request_of_reference" ON "payment_request" USING btree ("reference","created_at");--> statement-breakpoint
CREATE INDEX "payment_request_of_ticket" ON "payment_request" USING btree ("ticket","created_at");--> statement-breakpoint
CREATE INDEX "payment_request_waiting" ON "payment_request" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_request_untold" ON "payment_request" USING btree ("terminal_id","created_at") WHERE state <> told_state;--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree ("email") WHERE email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "person_document" ON "person" USING btree ("document_number") WHERE document_number is not null;--> statement-breakpoint
CREATE INDEX "person_newest" ON "person" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "person_apart" ON "person" USING btree ("created_at","id") WHERE confirmed_at is null or deleted_at is not null or locked_at is not null;--> statement-breakpoint
CREATE INDEX "person_of_mobile" ON "person" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "person_by_first_name" ON "person" USING btree ((lower(regexp_replace(normalize(first_name || ' ' || first_surname, NFD), '[\u0300-\u036F]', '', 'g'))) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_by_surname" ON "person" USING btree ((lower(regexp_replace(normalize(first_surname || ' ' || first_name, NFD), '[\u0300-\u036F]', '', 'g'))) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_by_second_name" ON "person" USING btree ((lower(regexp_replace(normalize(regexp_replace(first_name || ' ' || first_surname, '^(\S+) +(.*)$', '\2 \1'), NFD), '[\u0300-\u036F]', '', 'g'))) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_by_second_surname" ON "person" USING btree ((lower(regexp_replace(normalize(regexp_replace(first_surname || ' ' || first_name, '^(\S+) +(.*)$', '\2 \1'), NFD), '[\u0300-\u036F]', '', 'g'))) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_role_of_operators" ON "person_role" USING btree ("role_code") WHERE role_code <> '2';--> statement-breakpoint
CREATE INDEX "proposal_of_subject" ON "proposal" USING btree ("kind","subject","proposed_at");--> statement-breakpoint
CREATE INDEX "proposal_waiting" ON "proposal" USING btree ("kind","proposed_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_alone" ON "proposal" USING btree ("kind","subject") WHERE kind in ('role', 'refund', 'import', 'debtVoid') and state = 'waiting';--> statement-breakpoint
CREATE INDEX "push_subscription_of_person" ON "push_subscription" USING btree ("person_id","registered_at");--> statement-breakpoint
CREATE INDEX "cancelled_reference_at" ON "cancelled_reference" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_of_till" ON "redemption" USING btree ("terminal_id","reference") WHERE reference <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_code_once" ON "redemption" USING btree ("loyalty_code","code_window");--> statement-breakpoint
CREATE INDEX "redemption_page" ON "redemption" USING btree ("loyalty_code","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "redemption_of_reward" ON "redemption" USING btree ("reward_code","created_at");--> statement-breakpoint
CREATE INDEX "redemption_reserved" ON "redemption" USING btree ("expires_at") WHERE state = 'reserved';--> statement-breakpoint
CREATE INDEX "reward_of_programme" ON "reward" USING btree ("programme","points");--> statement-breakpoint
CREATE INDEX "sale_conflict_waiting" ON "sale_conflict" USING btree ("at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "sale_event_of_sale" ON "sale_event" USING btree ("sale_identity");--> statement-breakpoint
CREATE INDEX "sale_event_list" ON "sale_event" USING btree ("at") WHERE kind = 'sale';--> statement-breakpoint
CREATE INDEX "sale_event_of_station" ON "sale_event" USING btree ("branch_code","at");--> statement-breakpoint
CREATE INDEX "sale_event_of_ticket" ON "sale_event" USING btree ("ticket","at");--> statement-breakpoint
CREATE INDEX "sale_event_of_cfe" ON "sale_event" USING btree ((split_part(identity, ':', 4) || ' ' || split_part(identity, ':', 5))) WHERE identity like 'cfe:%';--> statement-breakpoint
CREATE INDEX "sale_event_of_card_payment" ON "sale_event" USING gin ((jsonb_path_query_array(payments, '$[*].rrn'))) WHERE payments @? '$[*].rrn ? (@ != "")';--> statement-breakpoint
CREATE INDEX "sale_event_of_shift" ON "sale_event" USING btree ("branch_code","shift");--> statement-breakpoint
CREATE INDEX "sale_event_of_loyalty" ON "sale_event" USING btree ("loyalty_code","at") WHERE loyalty_code is not null;--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_code" ON "sale_event" USING btree ("member_code") WHERE loyalty_code is null and member_code <> '';--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_received" ON "sale_event" USING btree ("received_at") WHERE loyalty_code is null and (member_code <> '' or member_card <> '' or member_plate <> '' or held = 'issuer');--> statement-breakpoint
CREATE INDEX "sale_event_of_plate" ON "sale_event" USING btree ("member_plate") WHERE member_plate <> '';--> statement-breakpoint
CREATE INDEX "sale_event_of_card" ON "sale_event" USING btree ("member_card") WHERE member_card <> '';--> statement-breakpoint
CREATE INDEX "sale_event_of_amount" ON "sale_event" USING btree ("amount","at") WHERE kind = 'sale';--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_ticket" ON "sale_event" USING btree ("amount","at") WHERE loyalty_code is null and kind = 'sale' and identity like 'ticket:%';--> statement-breakpoint
CREATE INDEX "sale_event_at" ON "sale_event" USING brin ("at","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_line_movement" ON "sale_line" USING btree ("rrn") WHERE rrn is not null;--> statement-breakpoint
CREATE INDEX "shift_exception" ON "shift" USING btree ("closed_at") WHERE state = 'exception';--> statement-breakpoint
CREATE UNIQUE INDEX "email_change_pending" ON "email_change" USING btree ("person_id") WHERE ended_at is null and confirmed_at is null;--> statement-breakpoint
CREATE INDEX "email_change_of_person" ON "email_change" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_change_of_address" ON "email_change" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_change_expiring" ON "email_change" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotent_request_at" ON "idempotent_request" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_delay_oldest" ON "login_delay" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "rate_limit_full" ON "rate_limit" USING btree ("full_at");--> statement-breakpoint
CREATE INDEX "session_of_person" ON "session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_expiring" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_replaced_token" ON "session" USING btree ("replaced_token_hash") WHERE replaced_token_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_code_standing" ON "verification_code" USING btree ("person_id","purpose",(coalesce(draft ->> 'passwordHash', ''))) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "verification_code_expiring" ON "verification_code" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_name" ON "terminal" USING btree ("branch_code","name") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "terminal_batch_of_terminal" ON "terminal_batch" USING btree ("terminal_id","received_at");--> statement-breakpoint
CREATE INDEX "terminal_batch_received" ON "terminal_batch" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "terminal_key_of_terminal" ON "terminal_key" USING btree ("terminal_id");--> statement-breakpoint
-- CUSTOM PART: what db/tables cannot express. Everything above is written by drizzle-kit.

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
-- The evidence of what a terminal sent is append-only too, until it is 400 days old.
CREATE TRIGGER terminal_batch_append_only BEFORE UPDATE OR TRUNCATE ON "terminal_batch"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER terminal_batch_evidence BEFORE DELETE ON "terminal_batch"
  FOR EACH ROW WHEN (OLD.received_at > now() - interval '400 days') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- With the rights of the owner: the servers may delete evidence by this function only.
CREATE FUNCTION purge_terminal_batches(most integer) RETURNS SETOF uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH expired AS (
    SELECT id FROM terminal_batch WHERE received_at < now() - interval '400 days'
    LIMIT most FOR UPDATE SKIP LOCKED
  )
  DELETE FROM terminal_batch WHERE id IN (SELECT id FROM expired) RETURNING id
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_terminal_batches(integer) FROM PUBLIC;
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
-- An attempt has the station of its debt, whatever program inserts it.
CREATE FUNCTION attempt_station() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT d.branch_code INTO NEW.branch_code FROM debt d WHERE d.reference = NEW.debt_reference;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_station BEFORE INSERT ON "payment_attempt"
  FOR EACH ROW EXECUTE FUNCTION attempt_station();
--> statement-breakpoint
-- An attempt keeps when it was charged, whatever program moves it: `settled_at` is that of its last state.
CREATE FUNCTION attempt_charged() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.charged_at := NEW.settled_at;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_charged BEFORE INSERT OR UPDATE OF "state" ON "payment_attempt"
  FOR EACH ROW WHEN (NEW.state = 'PAID' AND NEW.charged_at IS NULL) EXECUTE FUNCTION attempt_charged();
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
    REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_transaction", "ledger_entry", "audit", "terminal_batch" FROM surtidor_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "audit_head", "migration" FROM surtidor_app;
    GRANT EXECUTE ON FUNCTION purge_terminal_batches(integer) TO surtidor_app;
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
