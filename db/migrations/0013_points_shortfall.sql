ALTER TABLE "ledger_account" DROP CONSTRAINT "ledger_account_kind";--> statement-breakpoint
ALTER TABLE "ledger_account" DROP CONSTRAINT "ledger_account_never_below_zero";--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "shortfall_of" text
  CONSTRAINT "ledger_account_shortfall_of_unique" UNIQUE
  CONSTRAINT "ledger_account_shortfall_of_loyalty_code_fk" REFERENCES "public"."loyalty"("code");--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_kind" CHECK (num_nonnulls("ledger_account"."loyalty_code", "ledger_account"."programme", "ledger_account"."shortfall_of") = 1 and ("ledger_account"."programme" is null) <> ("ledger_account"."balance" is null));--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_never_below_zero" CHECK (case when "ledger_account"."shortfall_of" is null then "ledger_account"."balance" >= 0 else "ledger_account"."balance" <= 0 end);
