CREATE TABLE "points_lot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"transaction_id" uuid,
	"points" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"spendable_from" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "points_lot_remaining" CHECK ("points_lot"."remaining" between 0 and "points_lot"."points")
);
--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "pending_days" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_rule" ADD COLUMN "expires_months" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_lot" ADD CONSTRAINT "points_lot_transaction_id_ledger_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "points_lot_of_loyalty" ON "points_lot" USING btree ("loyalty_code","expires_at") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "points_lot_expiring" ON "points_lot" USING btree ("expires_at") WHERE remaining > 0;
--> statement-breakpoint
-- The balances from before there were lots can be spent at once, and expire in 24 months.
INSERT INTO "points_lot" ("id", "loyalty_code", "points", "remaining", "spendable_from", "expires_at")
SELECT "id", "loyalty_code", "balance", "balance", now(),
  (((now() AT TIME ZONE 'America/Montevideo')::date + interval '24 months')::date + 1)::timestamp AT TIME ZONE 'America/Montevideo'
FROM "ledger_account" WHERE "balance" > 0;
