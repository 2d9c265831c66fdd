CREATE TABLE "account_debt" (
	"sale_identity" text PRIMARY KEY NOT NULL,
	"debt_reference" text NOT NULL,
	CONSTRAINT "account_debt_debt_reference_unique" UNIQUE("debt_reference")
);
--> statement-breakpoint
ALTER TABLE "account_debt" ADD CONSTRAINT "account_debt_sale_identity_sale_event_identity_fk" FOREIGN KEY ("sale_identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_debt" ADD CONSTRAINT "account_debt_debt_reference_debt_reference_fk" FOREIGN KEY ("debt_reference") REFERENCES "public"."debt"("reference") ON DELETE no action ON UPDATE no action;