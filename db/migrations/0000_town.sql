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
CREATE TABLE "loyalty" (
	"code" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"programme" text NOT NULL,
	"holder" text NOT NULL,
	"client_rut" text DEFAULT '' NOT NULL,
	"client_card_number" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"account_bank" text DEFAULT '' NOT NULL,
	"account_bank_type" text DEFAULT '' NOT NULL,
	"account_bank_number" text DEFAULT '' NOT NULL,
	"account_bank_branch" text DEFAULT '' NOT NULL,
	"account_name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_request" (
	"reference" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"programme" text NOT NULL,
	"state" text NOT NULL,
	"draft" jsonb NOT NULL,
	"observations" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	"fuel" text NOT NULL
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
	CONSTRAINT "debt_amounts" CHECK ("debt"."amount" > 0 and "debt"."taxed_amount" between 0 and "debt"."amount" and "debt"."tax_amount" >= 0 and "debt"."tip_amount" >= 0)
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
	"look_at" timestamp (3) with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempt_audit_number_unique" UNIQUE("audit_number"),
	CONSTRAINT "payment_attempt_access_token_unique" UNIQUE("access_token"),
	CONSTRAINT "payment_attempt_payment_token_unique" UNIQUE("payment_token")
);
--> statement-breakpoint
CREATE TABLE "answered" (
	"session_hash" "bytea" NOT NULL,
	"audit_number" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "answered_session_hash_audit_number_pk" PRIMARY KEY("session_hash","audit_number")
);
--> statement-breakpoint
CREATE TABLE "login_guess" (
	"account_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"first_name" text NOT NULL,
	"first_surname" text NOT NULL,
	"document_number" text NOT NULL,
	"birthdate" date NOT NULL,
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
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"binder_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
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
ALTER TABLE "loyalty" ADD CONSTRAINT "loyalty_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty" ADD CONSTRAINT "loyalty_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_rule" ADD CONSTRAINT "points_rule_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt" ADD CONSTRAINT "debt_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_message" ADD CONSTRAINT "gateway_message_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_debt_reference_debt_reference_fk" FOREIGN KEY ("debt_reference") REFERENCES "public"."debt"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_role" ADD CONSTRAINT "person_role_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_chain" ON "ledger_entry" USING btree ("account_id","seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_page" ON "ledger_entry" USING btree ("account_id","at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_once" ON "ledger_transaction" USING btree ("event","event_id");--> statement-breakpoint
CREATE INDEX "loyalty_of_person" ON "loyalty" USING btree ("person_id","since");--> statement-breakpoint
CREATE INDEX "membership_request_of_person" ON "membership_request" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "movement_page" ON "movement" USING btree ("loyalty_code","at" DESC NULLS LAST,"rrn" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vehicle_of_loyalty" ON "vehicle" USING btree ("loyalty_code");--> statement-breakpoint
CREATE INDEX "debt_of_person" ON "debt" USING btree ("person_id","state","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_open" ON "payment_attempt" USING btree ("debt_reference") WHERE state in ('CREATED', 'PROCESSING');--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_paid" ON "payment_attempt" USING btree ("debt_reference") WHERE state = 'PAID';--> statement-breakpoint
CREATE INDEX "attempt_of_person" ON "payment_attempt" USING btree ("person_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attempt_due" ON "payment_attempt" USING btree ("look_at") WHERE look_at is not null;--> statement-breakpoint
CREATE INDEX "answered_at" ON "answered" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("person_id","event");--> statement-breakpoint
CREATE INDEX "notification_newest" ON "notification" USING btree ("person_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "session_of_person" ON "session" USING btree ("person_id");