CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"observations" text NOT NULL,
	"state" text NOT NULL,
	"audit_number" text NOT NULL,
	"total" bigint,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "payment_refund_audit_number_unique" UNIQUE("audit_number"),
	CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0),
	CONSTRAINT "payment_refund_second" CHECK ("payment_refund"."decided_by" <> "payment_refund"."proposed_by"),
	CONSTRAINT "payment_refund_total" CHECK ("payment_refund"."state" not in ('sending', 'done') or "payment_refund"."total" is not null)
);
--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "refunded_here" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "refunded_there" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "taken_by" uuid;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "gateway_discrepancy" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_refund_of_attempt" ON "payment_refund" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refund_open" ON "payment_refund" USING btree ("attempt_id") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_by_id" ON "gateway_discrepancy" USING btree ("id");--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_list" ON "gateway_discrepancy" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "gateway_discrepancy_open" ON "gateway_discrepancy" USING btree ("day","id") WHERE not resolved;