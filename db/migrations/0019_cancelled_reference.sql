CREATE TABLE "cancelled_reference" (
	"terminal_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancelled_reference_terminal_id_reference_pk" PRIMARY KEY("terminal_id","reference")
);
--> statement-breakpoint
ALTER TABLE "redemption" ADD COLUMN "warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cancelled_reference" ADD CONSTRAINT "cancelled_reference_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancelled_reference_at" ON "cancelled_reference" USING btree ("at");