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
ALTER TABLE "debt" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_request" ADD CONSTRAINT "payment_request_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_request_of_till" ON "payment_request" USING btree ("terminal_id","reference");--> statement-breakpoint
CREATE INDEX "payment_request_waiting" ON "payment_request" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_request_untold" ON "payment_request" USING btree ("terminal_id","created_at") WHERE state <> told_state;--> statement-breakpoint
CREATE INDEX "debt_of_request" ON "debt" USING btree ("request_id") WHERE request_id is not null;